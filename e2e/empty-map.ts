import { once } from 'node:events';
import { createServer } from 'node:http';

const STYLE = JSON.stringify({ version: 8, sources: {}, layers: [] });
const HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

/** A map style with nothing on it: to draw the real map without a graphics card takes most of a test's time. */
type EmptyMap = { styleUrl: string; stop: () => void };

export async function serveEmptyMap(): Promise<EmptyMap> {
  const server = createServer((_request, response) => response.writeHead(200, HEADERS).end(STYLE));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    styleUrl: `http://127.0.0.1:${address.port}/style.json`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
