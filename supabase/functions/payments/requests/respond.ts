const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

export const respondPreflight = () => new Response(null, { status: 204, headers: CORS });

export function respond(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

export const respondError = (code: number, msg: string) => respond(code, { code, msg });

/** @param problem a key of `domain/problems.ts`; `detail` is a value for its sentence */
export const respondProblem = (problem: string, detail: string | null = null) =>
  respond(problem === 'too-many-payments' ? 429 : 409, { problem, detail });

/** Sends the browser on without the address that it came with, which has what the provider said. */
export function redirect(url: string): Response {
  const headers = { location: url, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** Seconds after which a browser that could not come back comes again. */
export const REFRESH_SECONDS = 5;

/** The browser comes again by itself: what it brings may be the only proof of a payment. */
export function respondRetry(status: number): Response {
  const refresh = `${REFRESH_SECONDS}`;
  const headers = { refresh, 'retry-after': refresh, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status, headers });
}
