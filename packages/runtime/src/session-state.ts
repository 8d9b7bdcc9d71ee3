import type { SessionEvent, SessionUpdatedData } from "@buckeyestudio/toh-session";

/** What a session says of itself, as its log tells it: the newest of each counts. */
export interface SessionState {
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly systemPrompt?: string;
  readonly provider?: string;
  readonly model?: string;
  /** As a client set it; absent: the provider's own default. */
  readonly maxTokens?: number;
}

export function stateOf(events: Iterable<SessionEvent>): SessionState {
  let state: SessionState = {};
  for (const event of events) state = after(state, event);
  return state;
}

function after(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "session/title":
      return { ...state, title: event.data.title };
    case "session/updated":
      return { ...state, ...event.data };
    case "request/header": {
      const { config, adapterDefaults } = event.data.header;
      const { provider, model, maxTokens } = config;
      const own = adapterDefaults?.maxTokens === true || maxTokens === undefined ? {} : { maxTokens };
      return { ...state, provider, model, ...own };
    }
    default:
      return state;
  }
}

/** The members of `wish` that are given and differ from what the session has. */
export function changes(state: SessionState, wish: SessionUpdatedData): SessionUpdatedData {
  const changed = Object.entries(wish).filter(
    ([member, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(state, member)),
  );
  return Object.fromEntries(changed);
}
