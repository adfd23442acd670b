import { handleLockProxy } from './handler.ts';
import { createSupabaseDependencies } from './supabase-dependencies.ts';

// The lock proxy as Supabase runs it: `supabase functions deploy lock-proxy`.

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const parts = createSupabaseDependencies(
  (name) => Deno.env.get(name),
  // An error of the database repeats the row; its code says enough.
  ({ error, ...fault }) => console.warn('a lock call failed', { ...fault, code: codeOf(error) }),
);

Deno.serve((request) => handleLockProxy(request, parts));
