import type { EventsPage } from "./session-host.ts";

/** What `session/events` gives at most, in bytes (spec §1.6). */
const MAX_PAGE_BYTES = 1_048_576;
/** Room for what stands around the events: the envelope, `lastSeq`, and an id of the client's. */
const ENVELOPE_BYTES = 1024;

/** The first events of a page that fit 1 MiB and a frame of the client's; always one if there is one. */
export function eventsThatFit({ events, lastSeq }: EventsPage, maxFrameBytes: number): EventsPage {
  let room = Math.min(MAX_PAGE_BYTES, maxFrameBytes - ENVELOPE_BYTES);
  let count = 0;
  for (const event of events) {
    room -= Buffer.byteLength(JSON.stringify(event)) + 1;
    if (room < 0 && count > 0) break;
    count++;
  }
  return { events: events.slice(0, count), lastSeq };
}
