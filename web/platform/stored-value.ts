import * as z from 'zod';

/** A typed entry of the browser's local storage. */
export type StoredValue<Value> = {
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
};

/** Text that does not match the schema is removed and reads as null. */
export function createStoredValue<Value>(key: string, schema: z.ZodType<Value>): StoredValue<Value> {
  const remove = () => localStorage.removeItem(key);
  return {
    read() {
      const text = localStorage.getItem(key);
      if (text === null) return null;
      const parsed = schema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      remove();
      return null;
    },
    write: (value) => localStorage.setItem(key, JSON.stringify(value)),
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
