// The storage of the browser, which a person may have blocked, and which may be full. Whatever the product keeps goes through it.

/** Why something is kept in the memory of this page alone, until it is closed. */
export type StorageTrouble = 'blocked' | 'full';

/** What is removed in this order when the storage is full: the next connection loads it again. */
const DISPENSABLE = [/^parqueo\.map-pictures$/, /^parqueo\.tickets\./];

let trouble: StorageTrouble | null = null;
const listeners = new Set<() => void>();

function report(found: StorageTrouble): void {
  if (trouble === found) return;
  trouble = found;
  for (const notify of listeners) notify();
}

export const getStorageTrouble = (): StorageTrouble | null => trouble;

export function onStorageTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A storage that takes every value: what the browser does not keep stays in the memory of the page. */
function createGuardedStorage(open: () => Storage | null) {
  const memory = new Map<string, string>();
  const openAllowed = (): Storage | null => {
    try {
      const storage = open();
      if (storage) return storage;
    } catch {
      // Some browsers throw where a person blocks it, others have none.
    }
    report('blocked');
    return null;
  };
  const getKeys = () => [...new Set([...Object.keys(openAllowed() ?? {}), ...memory.keys()])];
  const removeItem = (key: string) => {
    memory.delete(key);
    openAllowed()?.removeItem(key);
  };
  return {
    getKeys,
    removeItem,
    getItem: (key: string): string | null => memory.get(key) ?? openAllowed()?.getItem(key) ?? null,
    setItem(key: string, value: string): void {
      const storage = openAllowed();
      memory.delete(key);
      if (storage === null || !writeWithRoom(storage, key, value)) memory.set(key, value);
    },
  };
}

/** Writes a value. Without room it removes what is less important, then the value's older copy. Returns whether it was written. */
function writeWithRoom(storage: Storage, key: string, value: string): boolean {
  const rank = DISPENSABLE.findIndex((pattern) => pattern.test(key));
  const lesser = rank < 0 ? DISPENSABLE : DISPENSABLE.slice(0, rank);
  const removals = lesser.map((pattern) => (other: string) => pattern.test(other));
  for (const isRemoved of [() => false, ...removals, (other: string) => other === key]) {
    for (const removed of Object.keys(storage).filter(isRemoved)) storage.removeItem(removed);
    try {
      storage.setItem(key, value);
      return true;
    } catch (error) {
      // Browsers name the error of a full storage differently; nothing else fails here.
      if (!(error instanceof DOMException)) throw error;
    }
  }
  report('full');
  return false;
}

/** What this device keeps for all tabs. */
export const deviceStorage = createGuardedStorage(() => globalThis.localStorage);

/** What the tab keeps until it is closed. */
export const tabStorage = createGuardedStorage(() => globalThis.sessionStorage);
