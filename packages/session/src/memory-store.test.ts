import { MemoryStore } from "./memory-store.ts";
import { describeEventStore } from "./store-contract.test-support.ts";

describeEventStore("MemoryStore", () => new MemoryStore());
