import { FileStore } from "./file-store.ts";
import { temporaryFolders } from "./file-store.test-support.ts";
import { describeEventStore } from "./store-contract.test-support.ts";

const folder = temporaryFolders();

describeEventStore("FileStore", () => new FileStore({ dataFolder: folder() }));
describeEventStore(
  "FileStore that leaves syncing to the system",
  () => new FileStore({ dataFolder: folder(), durability: "os" }),
);
