import { request } from 'node:http';
import type { FuzzCaller, FuzzRequest } from './arbitrary-request.ts';
import type { FuzzApi } from './requests.ts';

const SLOW_MS = 2000;
/** Stack traces, file names, errors of the driver, and our SQL. */
const INTERNALS =
  /node_modules|\n\s+at |\.[tj]s:\d+|\/(home|root|tmp|usr|var|work)\/|ECONN|ENOENT|PostgresError|TypeError|set_config\(|\bfrom "public"|base\/\d+\/\d+/;
/** Documented failures of the lock vendor and of the providers of payments. */
const ALLOWED_FAILURES: Record<FuzzApi, readonly number[]> = {
  rest: [],
  auth: [],
  functions: [502, 503, 504],
  maps: [],
  pages: [],
  payments: [503],
};

type FuzzAnswer = { status: number; body: string; ms: number };

export type FuzzTarget = {
  host: string;
  port: number;
  publishableKey: string;
  tokens: Record<Exclude<FuzzCaller, 'nobody' | object>, string>;
};

function createHeaders(caller: FuzzCaller, { tokens }: FuzzTarget): Record<string, string> {
  if (caller === 'nobody') return {};
  return { authorization: `Bearer ${typeof caller === 'string' ? tokens[caller] : caller.token}` };
}

/** @throws when the server hangs or drops the connection */
export function throwAt(target: FuzzTarget, wanted: FuzzRequest): Promise<FuzzAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
  const startedAt = performance.now();
  const headers = {
    ...wanted.headers,
    ...createHeaders(wanted.caller, target),
    ...(wanted.hasKey ? { apikey: target.publishableKey } : {}),
    ...(wanted.body === null ? {} : { 'content-length': wanted.body.length }),
  };
  const path = wanted.path.startsWith('/') ? wanted.path : `/${wanted.path}`;
  const options = {
    host: target.host,
    port: target.port,
    method: wanted.method,
    path,
    headers,
    agent: false,
    timeout: 5 * SLOW_MS,
  };
  const sent = request(options, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      resolve({ status: answer.statusCode ?? 0, body, ms: performance.now() - startedAt });
    });
  });
  sent.on('timeout', () => sent.destroy(new Error('The server hangs')));
  sent.on('error', reject);
  sent.end(wanted.body ?? undefined);
  return promise;
}

/** Returns what is wrong with a response, or null: a failure, a slow response, or internals of the server. */
export function findFault(api: FuzzApi, { status, body, ms }: FuzzAnswer): string | null {
  if (status >= 500 && !ALLOWED_FAILURES[api].includes(status)) return `status ${status}: ${body.slice(0, 300)}`;
  if (ms > SLOW_MS) return `${Math.round(ms)} ms`;
  const shown = INTERNALS.exec(body);
  return shown === null ? null : `shows "${body.slice(Math.max(0, shown.index - 60), shown.index + 60)}"`;
}
