import { handleOpenSpace } from './handler.ts';
import { createSupabaseDependencies } from './supabase-dependencies.ts';

// The barrier's function as Supabase runs it: `supabase functions deploy open-space`.

const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const dependencies = createSupabaseDependencies(
  (name) => Deno.env.get(name),
  // The message of a database error may repeat the row, so only its code is logged.
  ({ error, ...fault }) => console.warn('a command to a barrier failed', { ...fault, databaseCode: readCode(error) }),
);

Deno.serve((request) => handleOpenSpace(request, dependencies));
