"""Subscriptions: order, bounds, ends, and the tree of a session (spec §1.10)."""

from __future__ import annotations

import gc
import unittest
import weakref

from theopen_harness import (
    HarnessNotification,
    NotificationSubscription,
    RequestTimeoutError,
    SubscriptionOverflowError,
    TransportClosedError,
)
from theopen_harness._subscription import NotificationFilter, SubscriptionHub

from .support import LIMIT, LeftoverTestCase, Running


def event(session_id: str, seq: int, frame_bytes: int = 10) -> HarnessNotification:
    return HarnessNotification("session.event", {"sessionId": session_id, "event": {"seq": seq}}, frame_bytes)


def started(parent: object, child: object) -> HarnessNotification:
    params = {"parentSessionId": parent, "childSessionId": child}
    return HarnessNotification("subagent.started", params)  # type: ignore[arg-type]  # peers send anything


class SubscriptionTest(LeftoverTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.hub = SubscriptionHub()

    def subscribe(self, filter: NotificationFilter | None = None, bound: int = 1000) -> NotificationSubscription:
        return self.hub.subscribe(filter, bound, None)

    def test_notifications_come_in_wire_order_to_everyone_whose_filter_passes_them(self) -> None:
        everything, odd = self.subscribe(), self.subscribe(lambda n: n.method == "odd")
        for method in ("even", "odd", "even"):
            self.hub.deliver(HarnessNotification(method, {}))
        self.assertEqual([everything.next().method for _ in range(3)], ["even", "odd", "even"])
        self.assertEqual(odd.next().method, "odd")
        self.assertIsNone(odd.try_next())

    def test_next_waits_for_the_next_one_within_its_time_limit(self) -> None:
        subscription = self.subscribe()
        with self.assertRaises(RequestTimeoutError):
            subscription.next(0.01)
        waiting = Running(lambda: subscription.next(LIMIT))
        self.hub.deliver(HarnessNotification("n", {}))
        self.assertEqual(waiting.result(), HarnessNotification("n", {}))
        with self.assertRaises(ValueError):
            subscription.next(0)

    def test_after_the_end_what_had_arrived_is_read_first(self) -> None:
        subscription = self.subscribe()
        parked = self.subscribe(lambda _: False)
        waiting = Running(parked.next)
        self.hub.deliver(event("s", 0))
        self.hub.fail(TransportClosedError("gone", exit_code=3), closed_here=False)
        self.hub.deliver(event("s", 1))
        self.assertEqual(subscription.next(), event("s", 0))
        self.assertIsNone(subscription.try_next())
        for use in (subscription.next, self.subscribe().next, waiting.result):
            with self.assertRaises(TransportClosedError) as caught:
                use()
            self.assertEqual(caught.exception.exit_code, 3)

    def test_a_loop_raises_when_the_runtime_ended_and_ends_when_this_side_did(self) -> None:
        subscription = self.subscribe()
        self.hub.deliver(event("s", 0))
        other = SubscriptionHub()
        closed_here = other.subscribe(None, 1000, None)
        other.deliver(event("s", 0))
        other.fail(TransportClosedError("closed"), closed_here=True)
        self.assertEqual(list(closed_here), [event("s", 0)])
        self.hub.fail(TransportClosedError("gone"), closed_here=False)
        seen: list[HarnessNotification] = []
        with self.assertRaises(TransportClosedError):
            for notification in subscription:
                seen.append(notification)
        self.assertEqual(seen, [event("s", 0)])

    def test_leaving_the_loop_detaches(self) -> None:
        subscription = self.subscribe()
        for seq in range(3):
            self.hub.deliver(event("s", seq))
        for notification in subscription:
            self.assertEqual(notification, event("s", 0))
            break
        with self.assertRaises(TransportClosedError):
            subscription.next()

    def test_close_drops_what_was_not_read_wakes_who_waits_and_again_has_no_effect(self) -> None:
        subscription = self.subscribe()
        waiting = Running(subscription.next)
        subscription.close()
        subscription.close()
        self.assertEqual(str(waiting.error()), "notification subscription closed")
        with self.subscribe() as second:
            self.hub.deliver(event("s", 0))
        self.assertIsNone(second.try_next())

    def test_a_filter_that_raises_fails_its_own_subscription_alone(self) -> None:
        def refuse(notification: HarnessNotification) -> bool:
            raise LookupError("of the filter")

        bad, good = self.subscribe(refuse), self.subscribe()
        self.hub.deliver(event("s", 0))
        self.hub.deliver(event("s", 1))
        with self.assertRaises(LookupError):
            bad.next()
        self.assertEqual([good.next(), good.next()], [event("s", 0), event("s", 1)])

    def test_beyond_its_bound_a_subscription_fails_behind_what_it_took_and_names_the_last_seq(self) -> None:
        slow, quick = self.subscribe(bound=25), self.subscribe(bound=1000)
        for notification in (event("a", 7), event("b", 3), event("a", 8), event("a", 9)):
            self.hub.deliver(notification)
        self.assertEqual([slow.next(), slow.next()], [event("a", 7), event("b", 3)])
        for _ in range(2):
            with self.assertRaises(SubscriptionOverflowError) as caught:
                slow.next()
            error = caught.exception
            self.assertEqual(
                (error.kind, error.max_queued_bytes, error.last_seqs), ("subscription-overflow", 25, {"a": 7, "b": 3})
            )
        self.assertEqual([quick.next() for _ in range(4)][-1], event("a", 9))

    def test_one_notification_larger_than_the_bound_passes_an_empty_queue(self) -> None:
        subscription = self.subscribe(bound=5)
        for seq in range(3):
            self.hub.deliver(event("s", seq))
            self.assertEqual(subscription.next(), event("s", seq))

    def test_a_subscription_that_nobody_holds_any_more_takes_no_memory(self) -> None:
        subscription = weakref.ref(self.subscribe())
        gc.collect()
        self.assertIsNone(subscription())
        self.hub.deliver(event("s", 0))

    def test_several_readers_each_get_their_own_notification(self) -> None:
        subscription = self.subscribe()
        readers = [Running(lambda: subscription.next(LIMIT)) for _ in range(4)]
        for seq in range(4):
            self.hub.deliver(event("s", seq))
        results = [reader.result() for reader in readers]
        for seq in range(4):
            self.assertIn(event("s", seq), results)


class TreeTest(unittest.TestCase):
    def test_the_tree_is_the_root_and_whatever_descends_from_it(self) -> None:
        hub = SubscriptionHub()
        tree = hub.subscribe(hub.tree_filter("root"), 10_000, None)
        passed = [
            event("root", 0),
            started("root", "child"),
            event("child", 0),
            started("child", "grandchild"),
            event("grandchild", 0),
            HarnessNotification("subagent.finished", {"parentSessionId": "child", "childSessionId": "grandchild"}),
            started("above", "root"),
            HarnessNotification("session.status", {"sessionId": "root", "status": "idle"}),
        ]
        refused = [
            event("other", 0),
            started("other", "cousin"),
            event("cousin", 0),
            event("above", 0),
            started("", "x"),
            started("self", "self"),
            started(None, 7),
            HarnessNotification("session.event", {"sessionId": 7}),
            HarnessNotification("unknown", {}),
        ]
        for pair in zip(passed, [*refused], strict=False):
            for notification in pair:
                hub.deliver(notification)
        hub.deliver(refused[-1])
        self.assertEqual([tree.next(1) for _ in passed], passed)
        self.assertIsNone(tree.try_next())

    def test_a_circle_of_announcements_does_not_hang(self) -> None:
        hub = SubscriptionHub()
        tree = hub.subscribe(hub.tree_filter("root"), 10_000, None)
        for notification in (started("a", "b"), started("b", "a"), event("a", 0)):
            hub.deliver(notification)
        self.assertIsNone(tree.try_next())

    def test_lineage_is_known_before_a_subscription_that_came_later(self) -> None:
        hub = SubscriptionHub()
        hub.deliver(started("root", "child"))
        tree = hub.subscribe(hub.tree_filter("root"), 10_000, None)
        hub.deliver(event("child", 5))
        self.assertEqual(tree.next(1), event("child", 5))


if __name__ == "__main__":
    unittest.main()
