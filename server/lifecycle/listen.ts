import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** @throws OperatorError when the port or the address cannot be used */
export async function listen(server: Server, { host, port }: Address): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = readErrorCode(cause);
    if (code === 'EADDRINUSE')
      throw new OperatorError(`PORT ${port} is taken on ${host}; set PORT to a free one`, { cause });
    if (code === 'EACCES')
      throw new OperatorError(`PORT ${port} needs more rights; set PORT to 1024 or above`, { cause });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`HOST ${host} is not an address of this machine`, { cause });
    }
    throw cause;
  }
}

/**
 * Tries the address and gives it back, before anything is changed; another process may take it until the server listens. A
 * server that listened while it migrates would have to reject what a load balancer sends it; one that does not listen costs
 * no request, because balancers try the next server.
 * @throws OperatorError when the port or the address cannot be used
 */
export async function requireFreeAddress(address: Address): Promise<void> {
  // A load balancer's connection in this moment would keep the probe open.
  const probe = createServer((socket) => socket.destroy());
  await listen(probe, address);
  const closed = once(probe, 'close');
  probe.close();
  await closed;
}
