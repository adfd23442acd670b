import type * as z from 'zod';

/** A named, typed place in the browser's local storage that forgets what it cannot read. */
export type Stored<Value> = {
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
};

/** Opens a place in local storage. What does not parse is removed and reads as null. */
export function stored<Value>(key: string, schema: z.ZodType<Value>): Stored<Value> {
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

/** The value that a JSON text says, or undefined when it says none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
