import { vi } from 'vitest';

type Handle = (request: Request) => Promise<Response>;

/**
 * Starts a function as Supabase's runtime does, with these variables. The global `Deno` stays until it is unstubbed.
 * @throws what the function throws as it starts, such as an Error that names a missing variable
 */
export async function startSupabaseFunction(name: string, environment: Record<string, string>): Promise<Handle> {
  let handle: Handle | undefined;
  vi.stubGlobal('Deno', {
    env: { get: (variable: string) => environment[variable] },
    serve: (handler: Handle) => {
      handle = handler;
    },
  });
  vi.resetModules();
  await import(`../../supabase/functions/${name}/index.ts`);
  if (!handle) throw new Error(`The function ${name} serves nothing`);
  return handle;
}
