// The shape of the cases in spec/fixtures/cases/transport-open.json; the README beside them has the meaning.

/** Bytes, described. A bare string is UTF-8 text. */
export type Part =
  | string
  | { utf8: string }
  | { b64: string }
  | { hex: string }
  | { repeat: Part; count: number }
  | { concat: Part[] }
  | { seq: string; from?: number; count: number }
  | { out_id: number; as?: "other" };

/** One chunk or several; a bare string is base64. */
export type Chunk = string | Part | { split: Part; every: number } | { split: Part; at: number[] };

export type HandlerRule =
  | "echo"
  | { reject: string; props?: Record<string, unknown> }
  | { throw_sync: string; props?: Record<string, unknown> }
  | { throw_value: unknown }
  | { returns: string }
  | { delay_ms: number };

export interface Expectation {
  requests?: unknown[];
  notifications?: unknown[];
  responses_written?: unknown[];
  responses_order?: "strict";
  outgoing?: unknown[];
  events?: unknown[];
  input_destroyed?: boolean;
}

export interface TransportCase {
  id: string;
  title: string;
  kind: string;
  chunks: Chunk[];
  matrix?: { two_way_split?: "all"; chunk_size?: number[] };
  gap?: "turn" | "none";
  end?: "eof";
  feed?: "first_before_start";
  starts?: number;
  close_after_chunk?: number;
  outgoing?: { method: string; params: object }[];
  outgoing_may_fail?: boolean;
  handlers?: "none" | HandlerRule | { by_method: Record<string, HandlerRule> };
  notification_handler?: "throw_sync" | "reject";
  input?: { encoding: BufferEncoding };
  output?: { hwm?: number; slow?: boolean; fail_at?: number; code?: string };
  budget_ms?: number;
  expect: Expectation;
  alternatives?: Expectation[];
}
