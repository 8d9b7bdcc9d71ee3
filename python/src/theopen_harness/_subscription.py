"""Notifications on their way to those who read them: bounded queues, and the tree of a session."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from types import TracebackType

from ._deadline import Deadline, check_timeout
from ._errors import RequestTimeoutError, SubscriptionOverflowError, TransportClosedError
from ._frames import HarnessNotification
from ._json import JsonValue

DEFAULT_MAX_QUEUED_BYTES = 64 * 1024 * 1024

NotificationFilter = Callable[[HarnessNotification], bool]


class NotificationSubscription:
    """The notifications that pass a filter, in wire order, queued until they are read.

    Iterating yields them as they come; leaving the loop closes the subscription. The loop ends after ``close()`` of
    the subscription or its client, and raises when the runtime ended by itself: what had arrived is read first.
    The queue is bounded in bytes of frames; beyond that the subscription fails with SubscriptionOverflowError
    behind what it had taken in. A filter runs on the reading thread; if it raises, it fails this subscription alone.
    """

    def __init__(
        self, hub: SubscriptionHub, filter: NotificationFilter | None, max_queued_bytes: int, owner: object
    ) -> None:
        self._hub = hub
        self._filter = filter
        self._max_queued_bytes = max_queued_bytes
        self._owner = owner  # kept alive: as long as somebody reads, the client is not forgotten
        self._changed = threading.Condition()
        self._queue: deque[HarnessNotification] = deque()
        self._queued_bytes = 0
        self._last_seqs: dict[str, int] = {}
        self._failure: Exception | None = None
        self._closed_here = False

    @property
    def closed_here(self) -> bool:
        """Whether it ended because this side closed it, or its client."""
        return self._closed_here

    def next(self, timeout: float | None = None) -> HarnessNotification:
        """Return the next notification, waiting at most ``timeout`` seconds; ``None`` waits without a limit.

        Raises:
            RequestTimeoutError: none came in time; the subscription goes on.
            TransportClosedError: the runtime or this side ended.
            SubscriptionOverflowError: it was read too slowly.
        """
        deadline = Deadline(check_timeout("timeout", timeout))
        with self._changed:
            self._changed.wait_for(lambda: bool(self._queue) or self._failure is not None, deadline.remaining())
            notification = self._take()
            if notification is not None:
                return notification
            if self._failure is not None:
                raise self._failure.with_traceback(None)
        raise RequestTimeoutError(f"no notification within {timeout} s", timeout=timeout)

    def try_next(self) -> HarnessNotification | None:
        """Return the next notification if one is there already; it raises nothing."""
        with self._changed:
            return self._take()

    def close(self) -> None:
        """Stop and drop what was not read; again: no effect."""
        self._hub.remove(self)
        with self._changed:
            self._queue.clear()
            self._queued_bytes = 0
        self.fail(TransportClosedError("notification subscription closed"), closed_here=True)

    def fail(self, error: Exception, *, closed_here: bool = False) -> None:
        """End behind what has been queued; the first failure counts."""
        with self._changed:
            if self._failure is None:
                self._failure = error
                self._closed_here = closed_here
            self._changed.notify_all()

    def offer(self, notification: HarnessNotification) -> None:
        """Queue the notification if it passes the filter."""
        try:
            if self._filter is not None and not self._filter(notification):
                return
        except Exception as error:
            self._hub.remove(self)
            self.fail(error)
            return
        with self._changed:
            if self._failure is not None:
                return
            if self._queue and self._queued_bytes + notification.frame_bytes > self._max_queued_bytes:
                self._failure = SubscriptionOverflowError(
                    f"subscription holds more than {self._max_queued_bytes} bytes that nobody has read",
                    max_queued_bytes=self._max_queued_bytes,
                    last_seqs=self._last_seqs,
                )
                self._hub.remove(self)
            else:
                self._queue.append(notification)
                self._queued_bytes += notification.frame_bytes
                self._note_seq(notification)
            self._changed.notify()

    def __iter__(self) -> Iterator[HarnessNotification]:
        try:
            while True:
                try:
                    notification = self.next()
                except TransportClosedError:
                    if self._closed_here:
                        return
                    raise
                yield notification
        finally:
            self.close()

    def __enter__(self) -> NotificationSubscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _take(self) -> HarnessNotification | None:
        if not self._queue:
            return None
        notification = self._queue.popleft()
        self._queued_bytes -= notification.frame_bytes
        return notification

    def _note_seq(self, notification: HarnessNotification) -> None:
        session_id, event = notification.params.get("sessionId"), notification.params.get("event")
        if isinstance(session_id, str) and isinstance(event, dict):
            seq = event.get("seq")
            if isinstance(seq, int):
                self._last_seqs[session_id] = seq


class SubscriptionHub:
    """Hands each notification to every open subscription, and knows which session descends from which.

    Subscriptions are held weakly: one that nobody reads any more takes no memory.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[weakref.ref[NotificationSubscription], ...] = ()
        self._parents: dict[str, str] = {}
        self._failure: tuple[TransportClosedError, bool] | None = None

    def subscribe(
        self, filter: NotificationFilter | None, max_queued_bytes: int, owner: object
    ) -> NotificationSubscription:
        subscription = NotificationSubscription(self, filter, max_queued_bytes, owner)
        with self._lock:
            failure = self._failure
            if failure is None:
                alive = (ref for ref in self._subscriptions if ref() is not None)
                self._subscriptions = (*alive, weakref.ref(subscription))
        if failure is not None:  # born failed: nothing will come any more
            subscription.fail(failure[0], closed_here=failure[1])
        return subscription

    def remove(self, subscription: NotificationSubscription) -> None:
        with self._lock:
            self._subscriptions = tuple(ref for ref in self._subscriptions if ref() is not subscription)

    def deliver(self, notification: HarnessNotification) -> None:
        self._note_lineage(notification)
        for ref in self._subscriptions:
            subscription = ref()
            if subscription is not None:
                subscription.offer(notification)

    def fail(self, error: TransportClosedError, *, closed_here: bool) -> None:
        """End every subscription behind what it has queued, and those to come at once."""
        with self._lock:
            if self._failure is not None:
                return
            self._failure = (error, closed_here)
            refs, self._subscriptions = self._subscriptions, ()
        for ref in refs:
            subscription = ref()
            if subscription is not None:
                subscription.fail(error, closed_here=closed_here)

    def tree_filter(self, root: str) -> NotificationFilter:
        """Pass what concerns ``root`` and the descendants announced by ``subagent.started``."""

        def passes(notification: HarnessNotification) -> bool:
            params = notification.params
            if notification.method in ("subagent.started", "subagent.finished"):
                return self._is_in_tree(root, params.get("parentSessionId")) or params.get("childSessionId") == root
            return self._is_in_tree(root, params.get("sessionId"))

        return passes

    def _is_in_tree(self, root: str, session_id: JsonValue) -> bool:
        seen: set[str] = set()
        current = session_id if isinstance(session_id, str) else None
        while current is not None and current not in seen:
            if current == root:
                return True
            seen.add(current)  # a peer could announce a circle
            current = self._parents.get(current)
        return False

    def _note_lineage(self, notification: HarnessNotification) -> None:
        if notification.method != "subagent.started":
            return
        parent, child = notification.params.get("parentSessionId"), notification.params.get("childSessionId")
        if isinstance(parent, str) and isinstance(child, str) and parent and child and parent != child:
            self._parents[child] = parent
