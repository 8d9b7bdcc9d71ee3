"""What one ``run()`` collects: from the receipt of its prompt to the idle of its session (spec §0.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ._errors import SdkProtocolError
from ._frames import HarnessNotification
from ._json import JsonValue

if TYPE_CHECKING:
    from typing import TypeGuard

    from ._wire import SessionEvent


@dataclass(frozen=True)
class RunResult:
    """The interval of one run.

    ``final_response`` joins the text blocks of the last assistant message of the root session, ``""`` if there was
    none; ``finish_reason`` is the ``kind`` of its last ``turn/end``, ``None`` if there was none: a turn that failed
    returns with ``"error"``. ``events`` are the root session's, ``notifications`` all of its tree, from the receipt
    through the idle.
    """

    session_id: str
    final_response: str
    finish_reason: str | None
    events: list[SessionEvent] = field(repr=False)
    notifications: list[HarnessNotification] = field(repr=False)


class RunRecorder:
    """Finds the interval of one prompt in the notifications of its session tree, and records it. It does no I/O."""

    def __init__(self, session_id: str, message_id: str) -> None:
        self._session_id = session_id
        self._message_id = message_id
        self._final_response = ""
        self._finish_reason: str | None = None
        self._events: list[SessionEvent] = []
        self._notifications: list[HarnessNotification] = []

    def take(self, notification: HarnessNotification) -> Literal["before", "in", "after"]:
        """Take the next notification and say where it stands: before the interval, in it, or at its end.

        Raises:
            SdkProtocolError: an event of the session, in the interval, breaks its contract.
        """
        params = notification.params
        of_root = params.get("sessionId") == self._session_id
        is_event = of_root and notification.method == "session.event"
        if not self._notifications and not (is_event and self._is_receipt(params.get("event"))):
            return "before"
        self._notifications.append(notification)
        if is_event:
            self._record(params.get("event"))
        is_idle = of_root and notification.method == "session.status" and params.get("status") == "idle"
        return "after" if is_idle else "in"

    def result(self) -> RunResult:
        return RunResult(self._session_id, self._final_response, self._finish_reason, self._events, self._notifications)

    def _is_receipt(self, event: JsonValue) -> bool:
        if not isinstance(event, dict) or event.get("type") != "agent/inbox/spliced":
            return False
        data = event.get("data")
        inserted = data.get("inserted") if isinstance(data, dict) else None
        return isinstance(inserted, list) and any(
            isinstance(message, dict) and message.get("id") == self._message_id for message in inserted
        )

    def _record(self, event: JsonValue) -> None:
        if not _is_session_event(event):
            raise _broken("event", "an object")
        self._events.append(event)
        if event["type"] == "assistant/message":
            content = event["data"]["message"]["content"]
            self._final_response = "".join(block["text"] for block in content if block["type"] == "text")
        elif event["type"] == "turn/end":
            self._finish_reason = event["data"]["reason"]["kind"]


def _is_session_event(event: JsonValue) -> TypeGuard[SessionEvent]:
    """Check an event as far as ``run()`` reads it, and no further: what is unknown passes."""
    if not isinstance(event, dict):
        return False
    kind = event.get("type")
    if not isinstance(kind, str):
        raise _broken("event.type", "a string")
    if kind == "assistant/message":
        _check_answer(event.get("data"))
    elif kind == "turn/end":
        _check_turn_end(event.get("data"))
    return True


def _check_answer(data: JsonValue) -> None:
    message = data.get("message") if isinstance(data, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    field = "event.data.message.content"
    if not isinstance(content, list):
        raise _broken(field, "an array")
    for index, block in enumerate(content):
        if not isinstance(block, dict):
            raise _broken(f"{field}[{index}]", "an object")
        if not isinstance(block.get("type"), str):
            raise _broken(f"{field}[{index}].type", "a string")
        if block["type"] == "text" and not isinstance(block.get("text"), str):
            raise _broken(f"{field}[{index}].text", "a string")


def _check_turn_end(data: JsonValue) -> None:
    reason = data.get("reason") if isinstance(data, dict) else None
    if not isinstance(reason, dict) or not isinstance(reason.get("kind"), str):
        raise _broken("event.data.reason.kind", "a string")


def _broken(field: str, wanted: str) -> SdkProtocolError:
    return SdkProtocolError(
        f"session.event must have {wanted} as params.{field}", method="session.event", field=f"params.{field}"
    )
