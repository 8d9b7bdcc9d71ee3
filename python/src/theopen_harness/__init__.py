"""Drive an agent runtime in another process, over newline-delimited JSON-RPC on stdio."""

from ._client import HarnessClient
from ._errors import (
    CapabilityError,
    FrameTooLargeError,
    HarnessError,
    JsonRpcResponseError,
    RequestTimeoutError,
    RuntimeNotFoundError,
    SdkProtocolError,
    SubscriptionOverflowError,
    TransportClosedError,
)
from ._frames import HarnessNotification
from ._harness import Harness
from ._json import JsonObject, JsonValue
from ._options import HarnessClientOptions
from ._process import CloseReport
from ._requests_in_work import RequestContext
from ._session import HarnessSession
from ._subscription import NotificationSubscription
from ._transport import JsonRpcLineTransport
from ._turn import RunResult

__all__ = [
    "CapabilityError",
    "CloseReport",
    "FrameTooLargeError",
    "Harness",
    "HarnessClient",
    "HarnessClientOptions",
    "HarnessError",
    "HarnessNotification",
    "HarnessSession",
    "JsonObject",
    "JsonRpcLineTransport",
    "JsonRpcResponseError",
    "JsonValue",
    "NotificationSubscription",
    "RequestContext",
    "RequestTimeoutError",
    "RunResult",
    "RuntimeNotFoundError",
    "SdkProtocolError",
    "SubscriptionOverflowError",
    "TransportClosedError",
]

__version__ = "0.2.0"
