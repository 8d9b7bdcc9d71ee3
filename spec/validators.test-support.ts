import { loadValidators } from "@buckeyestudio/toh-sdk-protocol";
import { loadValidators as loadLogValidators } from "@buckeyestudio/toh-session";
import { requestValidators, wireValidators } from "../packages/protocol/src/validators.ts";
import * as closedRequests from "./generated/requests-closed.js";
import * as closedChecks from "./generated/wire-closed.js";

/** The checks of the wire: open as the package has them, closed as only tests have them. */
export const wire = {
  open: await loadValidators(),
  closed: wireValidators(closedChecks, requestValidators(closedRequests)),
};
export const log = { open: await loadLogValidators("open"), closed: await loadLogValidators("closed") };
