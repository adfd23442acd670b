import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildVendorResponse } from '../../simulators/locks/fleet.ts';

type Command = { did: string; type: 1 | 2 };

/** A lock vendor with one lock, which carries commands out at once and does not respond to them before it is told to. */
export type HeldVendor = {
  env: Record<string, string>;
  /** The id of the lock. */
  did: string;
  commands: Command[];
  /** Resolves with the first command. */
  commandArrived: Promise<void>;
  release: () => void;
  stop: () => Promise<void>;
};

async function readCommand(request: IncomingMessage): Promise<Command> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

export async function startHeldVendor(): Promise<HeldVendor> {
  const did = 'KV-HELD';
  const commands: Command[] = [];
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (data?: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(buildVendorResponse('success', data)));
    if (request.url?.startsWith('/researchapi/getAccessToken')) return send({ accessToken: 'token' });
    if (request.url === '/researchapi/carlock/list') {
      return send({ content: [{ did, online: '1', locationState: String(commands.at(-1)?.type ?? 2) }] });
    }
    commands.push(await readCommand(request));
    arrived.resolve();
    await released.promise;
    return send();
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      LOCK_VENDOR_URL: `http://127.0.0.1:${port}`,
      LOCK_VENDOR_APP_ID: 'parqueo',
      LOCK_VENDOR_SECRET: 'vendor-secret-of-the-tests',
    },
    did,
    commands,
    commandArrived: arrived.promise,
    release: released.resolve,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
