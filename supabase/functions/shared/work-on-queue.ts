type Queue<Item> = {
  /** Lends items that are due to this worker. Without an outcome they are due again later. */
  claim: (most: number) => Promise<Item[]>;
  /** Sends an item, and stores the outcome. */
  handle: (item: Item) => Promise<void>;
  /** Stores and tells why an item could not be handled. What it throws ends the work, once the items under way are handled. */
  fail: (item: Item, error: unknown) => Promise<void> | void;
  /** The number of items that are handled at the same time. A worker that is killed leaves them for their next attempt. */
  atOnce?: number;
  /** Nothing more is claimed after it is aborted. */
  signal?: AbortSignal | undefined;
};

/** Handles everything that is due, and returns how much. Several workers share it, as each item is claimed by one. */
export async function workOnQueue<Item>({ claim, handle, fail, atOnce = 5, signal }: Queue<Item>): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const items = await claim(atOnce);
    const handled = await Promise.allSettled(
      items.map((item) => handle(item).catch((error: unknown) => fail(item, error))),
    );
    const failed = handled.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    count += items.length;
    if (items.length < atOnce) break;
  }
  return count;
}
