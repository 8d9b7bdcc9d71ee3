import type { InvariantCompanionContext, InvariantFailure, InvariantScope } from "@buckeyestudio/toh-invariants";
import { clip, memberOf, quote } from "./event-fields.ts";
import { EventOrder, type OrderedEvent } from "./event-order.ts";
import { loadValidators } from "./validators.ts";

const PACKAGE_NAME = "@buckeyestudio/toh-session";

export const name = "session-invariant";

export const inject: string[] = ["invariants"];

/**
 * Registers this package. Its check follows the context event `session/event(session, event)` of every session, from the
 * first event it hears: each event has the shape of its type, with no member that is not defined (spec §0.7), and stands
 * where {@link EventOrder} allows it. A violation is thrown at whoever sent the event.
 */
export async function apply(ctx: InvariantCompanionContext): Promise<() => Promise<void>> {
  return ctx.invariants.register(PACKAGE_NAME, install);
}

async function install(scope: InvariantScope, fail: InvariantFailure): Promise<void> {
  const validators = await loadValidators("closed");
  // By object, not by id: a session that is opened again under its id may have events in between that nobody was told.
  const orders = new WeakMap<object, EventOrder>();
  const check = (session: unknown, event: unknown): void => {
    if (!isObject(session)) return fail("session/event came without a session");
    if (!isOrderedEvent(event)) return fail("session/event came with an event that has no type or no seq");
    const identity = original(session);
    const order = orders.get(identity) ?? new EventOrder();
    orders.set(identity, order);
    // The order takes every event, also one of a wrong shape: the next one is to be judged by what came before.
    const violation = order.take(event);
    const [issue] = validators.checkEvent(event) ?? [];
    const fault = issue ? `${clip(event.type)} ${event.seq}: ${issue.path} ${issue.message}` : violation?.message;
    if (fault !== undefined) fail(`session ${sessionName(session)}: ${fault}`);
  };
  // Global, since a scoped event reaches only contexts of its scope, and a check is in none.
  scope.on("session/event", check, { global: true });
}

function sessionName(session: object): string {
  const id: unknown = Reflect.get(session, "id");
  return typeof id === "string" ? quote(id) : "without an id";
}

/** What a plugin host hands over may be a new proxy each time; under this symbol it keeps what it stands for. */
function original(session: object): object {
  const target: unknown = Reflect.get(session, Symbol.for("cordis.original"));
  return isObject(target) ? target : session;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isOrderedEvent(value: unknown): value is OrderedEvent {
  const sources = memberOf(value, "sourceEventSeqs");
  return (
    typeof memberOf(value, "type") === "string" &&
    typeof memberOf(value, "seq") === "number" &&
    (sources === undefined || (Array.isArray(sources) && sources.every((seq) => typeof seq === "number")))
  );
}
