import { handleLockProxy } from './handler.ts';
import { createSupabaseDependencies } from './supabase-dependencies.ts';

// The lock proxy as Supabase runs it: `supabase functions deploy lock-proxy`.

const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const dependencies = createSupabaseDependencies(
  (name) => Deno.env.get(name),
  // The message of a database error may repeat the row, so only its code is logged.
  ({ error, ...fault }) => console.warn('a lock call failed', { ...fault, code: readCode(error) }),
);

Deno.serve((request) => handleLockProxy(request, dependencies));
