import { onTestFinished, vi } from 'vitest';

type Handle = (request: Request) => Promise<Response>;
type Call = { method?: string; body?: unknown; token?: string | undefined };

/**
 * Starts a function for one test as Supabase's runtime does, with these variables; returns what sends it a request.
 * @throws what the function throws as it starts, such as an Error that names a missing variable
 */
export async function startSupabaseFunction(name: string, environment: Record<string, string>) {
  let handle: Handle | undefined;
  vi.stubGlobal('Deno', {
    env: { get: (variable: string) => environment[variable] },
    serve: (handler: Handle) => {
      handle = handler;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  await import(`../../supabase/functions/${name}/index.ts`);
  if (!handle) throw new Error(`The function ${name} serves nothing`);
  const serve: Handle = handle;
  return async function ask({ method = 'POST', body, token }: Call, path = '') {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await serve(new Request(`https://project.test/${name}${path}`, init));
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location'), body: text && JSON.parse(text) };
  };
}
