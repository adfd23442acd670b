import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './listen.ts';

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

export type MerchantUnderTest = Awaited<ReturnType<typeof startMerchant>>;

/** The web app of a merchant on 127.0.0.1, which keeps what browsers and providers send. */
export async function startMerchant() {
  const received: Received[] = [];
  const statuses: number[] = [200];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end();
    server.emit('received');
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
    received,
    /** What it responds next, the last one for good; 200 by default. */
    statuses,
    /** The first so many requests, once they are there. */
    async whenReceived(count: number) {
      while (received.length < count) await once(server, 'received');
      return received.slice(0, count);
    },
  };
}
