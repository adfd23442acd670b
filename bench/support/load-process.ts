import { json } from 'node:stream/consumers';
import autocannon, { type Client, type Request } from 'autocannon';
import type { Job, LoadResult } from './load.ts';

// The load generator, in a process of its own, so that it does not compete with what it measures for one thread.

const job = (await json(process.stdin)) as Job;
const { origins, method, connections, seconds, perSecond, isEachSentOnce = false } = job;

const requests = job.requests.map(
  ({ path, headers, body }): Request => ({
    method,
    path,
    headers: { ...job.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  }),
);

let sent = 0;
/** @param one what autocannon has filled in, such as the host */
function nextRequest(one: Request): Request {
  const request = requests[sent];
  if (request === undefined) throw new Error(`${requests.length} requests do not last for ${seconds} seconds`);
  sent += 1;
  return { ...one, ...request, headers: { ...one.headers, ...request.headers } };
}

let clients = 0;
/** Lets each connection begin at another request of the list. */
function spreadRequests(client: Client): void {
  const first = Math.floor((clients / connections) * requests.length);
  clients += 1;
  // Copies, since a client writes what it sends into them.
  client.setRequests([...requests.slice(first), ...requests.slice(0, first)].map((request) => ({ ...request })));
}

const workload = isEachSentOnce
  ? { requests: requests.slice(0, 1).map((request) => ({ ...request, setupRequest: nextRequest })) }
  : { requests, setupClient: spreadRequests };
const share = (amount: number) => Math.max(1, Math.round(amount / origins.length));

// Every replica is under load at the same time, each with its share of the connections.
const results = await Promise.all(
  origins.map((url) => {
    const rate = perSecond === undefined ? {} : { overallRate: share(perSecond) };
    return autocannon({ url, connections: share(connections), duration: seconds, ...workload, ...rate });
  }),
);
const sum = (read: (result: (typeof results)[number]) => number) =>
  results.reduce((total, one) => total + read(one), 0);
const result: LoadResult = {
  perSecond: sum(({ requests, duration }) => requests.total / duration),
  total: sum(({ requests }) => requests.total),
  p50Ms: Math.max(...results.map(({ latency }) => latency.p50)),
  p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  failures: sum(({ non2xx, errors }) => non2xx + errors),
};
process.stdout.write(JSON.stringify(result));
