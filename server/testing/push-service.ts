import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './listen.ts';

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on 127.0.0.1, on a free port unless one is given, that keeps what it receives. */
export async function startPushService(ownPort = 0) {
  const received: Received[] = [];
  const statuses = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(statuses.get(path) ?? 201, { location: 'https://127.0.0.1:1/elsewhere' }).end('in full');
  });
  const { url, close } = await listen(server, { port: ownPort });
  return {
    url,
    received,
    /** What it responds to a path; 201 where nothing is set. */
    statuses,
    /** Sends requests for a browser's push service to this one. */
    fetch: ((input, init) => fetch(`${url}${new URL(String(input)).pathname}`, init)) satisfies typeof fetch,
    close,
  };
}

/** What a browser that subscribed gives to the product. */
export function createDevice() {
  const pair = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
    p256dh: pair.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    privateKey: pair.getPrivateKey(),
  };
}
