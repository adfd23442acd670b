import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import type { MoveStore } from './move-store.ts';
import { createVendorApi } from './vendor-api.ts';

/** The only address it listens on: no other machine can reach it, whatever the server beside it listens on. */
const LOOPBACK = '127.0.0.1';

/** A simulated vendor that answers; address and credentials are as a real vendor would hand them out. */
export type Simulator = { url: string; appId: string; secret: string; stop: () => Promise<void> };

export type SimulatorOptions = {
  /** A free one unless given. */
  port?: number;
  appId?: string;
  /** A random one unless given, so that nothing else on the machine commands the locks. */
  secret?: string;
  now?: () => Date;
  /** Addresses that may call; this machine's unless given. */
  allowedAddresses?: readonly string[];
  /** Whether faults can be injected by `POST /faults`. */
  takesFaults?: boolean;
  /** Where moves of locks are remembered: in this process unless given. */
  memory?: MoveStore;
};

/**
 * Starts the lock simulator: a real HTTP server with the vendor's contract.
 * @throws the system's error when the port is taken
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, appId = 'simulator', secret = randomBytes(24).toString('hex') } = options;
  const { now = () => new Date(), allowedAddresses = [LOOPBACK], takesFaults = false, memory } = options;
  const stopping = new AbortController();
  const api = createVendorApi({ appId, secret, now, allowedAddresses, takesFaults, stopping: stopping.signal, memory });
  const server = createAdaptorServer({ fetch: api.fetch });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The lock simulator has no port');
  return {
    url: `http://${LOOPBACK}:${address.port}`,
    appId,
    secret,
    async stop() {
      const closed = once(server, 'close');
      stopping.abort();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
