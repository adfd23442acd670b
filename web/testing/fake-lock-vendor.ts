import { beforeEach } from 'vitest';
import { buildVendorResponse, createFleet } from '../../simulators/locks/fleet.ts';
import { server } from './fake-server.ts';

export const LOCK_ROUTE = 'POST /functions/v1/lock-proxy';

type Call = {
  endpoint: string;
  headers: { AccessToken?: string };
  body: { index: number; size: number } | { did: string; type: 1 | 2 } | null;
};

/** The lock vendor of the tests in this file: the access token that it gave, and the locks that are offline. */
export const lockVendor = { token: '', offline: [] as string[] };

/** What the browser requested of the vendor, oldest first. */
export const listVendorCalls = (): Call[] => server.received(LOCK_ROUTE).map(({ body }) => body as Call);

// The sample locks of the simulator, as the lock proxy passes their responses on.
beforeEach(() => {
  const isOffline = (did: string) => lockVendor.offline.includes(did);
  const fleet = createFleet({ now: () => new Date(), isOffline, isStuck: () => false });
  Object.assign(lockVendor, { token: '', offline: [] });
  // Not the default, so that a fixed name would show.
  server.config.lockVendorName = 'Cerrojo';
  server.handle(LOCK_ROUTE, async (request) => {
    const { endpoint, headers, body } = request.body as Call;
    if (endpoint.endsWith('getAccessToken')) {
      lockVendor.token = crypto.randomUUID();
      return Response.json(buildVendorResponse('success', { accessToken: lockVendor.token }));
    }
    if (headers.AccessToken !== lockVendor.token) return Response.json(buildVendorResponse('tokenExpired'));
    if (body && 'did' in body) return Response.json(await fleet.command(body.did, body.type));
    return Response.json(await fleet.list(body?.index ?? 1, body?.size ?? 10));
  });
});
