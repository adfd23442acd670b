import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Job, LoadResult } from './load.ts';

// The load generator, in a process of its own, so that it takes no turn of what it measures.

const { origins, paths, connections, seconds, perSecond, method, headers, bodies } = (await json(process.stdin)) as Job;

/** Every body is sent once, so that no request repeats another. */
let next = 0;
function nextBody(): string {
  const body = bodies?.[next];
  if (body === undefined) throw new Error(`The ${bodies?.length ?? 0} bodies do not last for ${seconds} seconds`);
  next += 1;
  return body;
}

const requests = paths.map((path) => {
  const request = { method, path, headers };
  if (bodies === undefined) return request;
  if (bodies.length === 1) return { ...request, body: bodies[0] ?? '' };
  return { ...request, setupRequest: (one: typeof request) => ({ ...one, body: nextBody() }) };
});
const share = <Amount extends number | undefined>(amount: Amount) =>
  amount === undefined ? undefined : Math.max(1, Math.round(amount / origins.length));

// Every replica is under load at the same time, each with its share of the connections.
const results = await Promise.all(
  origins.map((url) => {
    const overallRate = share(perSecond);
    const rate = overallRate === undefined ? {} : { overallRate };
    return autocannon({ url, connections: share(connections) ?? 1, duration: seconds, requests, ...rate });
  }),
);
const sum = (of: (result: (typeof results)[number]) => number) => results.reduce((total, one) => total + of(one), 0);
const result: LoadResult = {
  perSecond: sum(({ requests, duration }) => requests.total / duration),
  total: sum(({ requests }) => requests.total),
  p50Ms: Math.max(...results.map(({ latency }) => latency.p50)),
  p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  failures: sum(({ non2xx, errors }) => non2xx + errors),
};
process.stdout.write(JSON.stringify(result));
