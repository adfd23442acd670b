import { handleLockProxy } from './handler.ts';
import { supabaseParts } from './supabase-parts.ts';

// The lock proxy as Supabase runs it: `supabase functions deploy lock-proxy`.

const parts = supabaseParts(
  (name) => Deno.env.get(name),
  (fault) => console.warn('a lock call failed', fault),
);

Deno.serve((request) => handleLockProxy(request, parts));
