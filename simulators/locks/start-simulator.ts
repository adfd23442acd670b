import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { createVendorApi, type VendorApiOptions } from './vendor-api.ts';

/** The simulator is for this machine only, whatever the server listens on. */
const LOOPBACK = '127.0.0.1';

/** Address and credentials, as a real vendor would provide them. */
export type Simulator = { url: string; appId: string; secret: string; stop: () => Promise<void> };

/** By default, a free port and a random secret, so that no other program on the machine commands the locks. */
export type SimulatorOptions = Partial<Omit<VendorApiOptions, 'stopping'>> & { port?: number };

/** Starts the lock simulator, an HTTP server with the vendor's contract. @throws the system's error when the port is taken */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, appId = 'simulator', secret = randomBytes(24).toString('hex') } = options;
  const { now = () => new Date(), allowedAddresses = [LOOPBACK], takesFaults = false, moves } = options;
  const stopping = new AbortController();
  const api = createVendorApi({ appId, secret, now, allowedAddresses, takesFaults, stopping: stopping.signal, moves });
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
