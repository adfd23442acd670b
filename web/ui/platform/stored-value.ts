import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod';
import { deviceStorage } from './device-storage.ts';

/** A typed entry of what this device keeps. */
export type StoredValue<Value> = {
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
};

/** Text that does not match the schema is removed and reads as null. */
export function createStoredValue<Value>(key: string, schema: z.ZodType<Value>): StoredValue<Value> {
  const remove = () => deviceStorage.removeItem(key);
  return {
    read() {
      const text = deviceStorage.getItem(key);
      if (text === null) return null;
      const parsed = schema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      remove();
      return null;
    },
    write: (value) => deviceStorage.setItem(key, JSON.stringify(value)),
    remove,
  };
}

/** A list, without the entries that do not match the schema: one that another version of the app wrote hides no other. */
export function createStoredList<Item>(key: string, itemSchema: z.ZodType<Item>): StoredValue<Item[]> {
  const parseItem = (item: unknown) => {
    const parsed = itemSchema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  };
  return createStoredValue(
    key,
    z.array(z.unknown()).transform((items) => items.flatMap(parseItem)),
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}

/** Lets `useStored` read again after a change by this page: the browser tells only the other tabs. */
export const announceStored = (): boolean => window.dispatchEvent(new StorageEvent('storage'));

/** What `read` finds on this device, read again after each change in any tab. It stays the same object while nothing changes. */
export function useStored<Value>(read: () => Value): Value {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(read()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is read
  return useMemo(read, [text]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * What this device keeps of whoever is signed in, for times without a connection, and forgets with the session. Ends of reservations
 * and messages that were not sent are not among them: a session that ends by itself loses nothing that its person did.
 */
const PERSONAL_KEY = /^parqueo\.(map-pictures$|(tickets|current-session|waiting-form|wallet)\.(?!guest$))/;

/** The next user of this device must not see any of it. */
export function forgetPersonalValues(): void {
  for (const key of deviceStorage.getKeys()) if (PERSONAL_KEY.test(key)) deviceStorage.removeItem(key);
}
