"""One conversation that the runtime keeps by its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Union

from ._client import ContentBlocks
from ._errors import TransportClosedError
from ._frames import HarnessNotification
from ._turn import RunRecorder, RunResult

if TYPE_CHECKING:
    from ._harness import Harness

RunInput = Union[str, ContentBlocks]
"""A prompt: text, or content blocks as they are."""


class HarnessSession:
    """A session of a harness. Making one sends nothing; its first prompt creates it in the runtime."""

    def __init__(self, harness: Harness, id: str) -> None:
        self.harness = harness
        self.id = id

    def run(
        self, input: RunInput, *, on_notification: Callable[[HarnessNotification], object] | None = None
    ) -> RunResult:
        """Send a prompt and wait until the session is idle; starts the runtime if need be.

        The interval reaches from the receipt of this prompt to the first idle behind it, so turns that other prompts
        caused in between fall into it. ``on_notification`` is called on this thread, in order, with what becomes
        ``notifications``, and may make calls itself; if it raises, that is reported (``on_listener_error``, else
        logging) and the run goes on. An interrupt ends the wait alone: the turn goes on until the harness is closed.

        Raises:
            JsonRpcResponseError: the runtime refused the prompt.
            RequestTimeoutError: the prompt was not taken within ``request_timeout``, which does not bound the turn.
            SdkProtocolError: a message breaks its contract.
            SubscriptionOverflowError: ``on_notification`` is far slower than the turn.
            TransportClosedError: the runtime could not be started, has ended, or was closed meanwhile.
        """
        blocks: ContentBlocks = [{"type": "text", "text": input}] if isinstance(input, str) else list(input)
        self.harness.start()
        client = self.harness.client
        with client.subscribe_session_tree(self.id) as subscription:
            recorder = RunRecorder(self.id, client.prompt(self.id, blocks))
            while True:
                notification = subscription.next()
                if subscription.closed_here:  # what is still queued is of no use: after close() no listener is called
                    raise TransportClosedError("client was closed")
                place = recorder.take(notification)
                if place != "before" and on_notification is not None:
                    try:
                        on_notification(notification)
                    except Exception as error:
                        client.report_listener_error(error)
                if place == "after":
                    return recorder.result()
