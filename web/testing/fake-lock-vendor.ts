import { beforeEach } from 'vitest';
import { buildVendorResponse, createFleet } from '../../simulators/locks/fleet.ts';
import { type ReceivedRequest, server } from './fake-server.ts';

/** The vendor's name in tests: not the default, so that a fixed one would show. */
const VENDOR = 'Cerrojo';
export const LOCK_ROUTE = 'POST /functions/v1/lock-proxy';

type Call = {
  endpoint: string;
  headers: { AccessToken?: string };
  body: { index: number; size: number } | { did: string; type: 1 | 2 } | null;
};

/** The sample locks of the simulator, as the lock proxy passes their responses on. */
class FakeLockVendor {
  /** The valid access token. */
  token = '';
  private offline: string[] = [];
  private fleet = this.createFleet();

  reset(): void {
    this.offline = [];
    this.fleet = this.createFleet();
    server.config.lockVendorName = VENDOR;
    server.handle(LOCK_ROUTE, (request) => this.respond(request));
  }

  /** Takes these locks offline, and no others. */
  takeOffline(...dids: string[]): void {
    this.offline = dids;
  }

  /** What the browser requested of the vendor, oldest first. */
  get calls(): Call[] {
    return server.received(LOCK_ROUTE).map(({ body }) => body as Call);
  }

  private createFleet() {
    return createFleet({
      now: () => new Date(),
      isOffline: (did) => this.offline.includes(did),
      isStuck: () => false,
    });
  }

  private async respond({ body }: ReceivedRequest): Promise<Response> {
    const { endpoint, headers, body: sent } = body as Call;
    if (endpoint.endsWith('getAccessToken')) {
      this.token = crypto.randomUUID();
      return Response.json(buildVendorResponse('success', { accessToken: this.token }));
    }
    if (headers.AccessToken !== this.token) return Response.json(buildVendorResponse('tokenExpired'));
    if (sent && 'did' in sent) return Response.json(await this.fleet.command(sent.did, sent.type));
    return Response.json(await this.fleet.list(sent?.index ?? 1, sent?.size ?? 10));
  }
}

/** The lock vendor of the tests in this file; every test begins with a new one. */
export const lockVendor = new FakeLockVendor();

beforeEach(() => lockVendor.reset());
