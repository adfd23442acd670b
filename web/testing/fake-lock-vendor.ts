import { beforeEach } from 'vitest';
import { buildVendorResponse, createFleet } from '../../simulators/locks/fleet.ts';
import { handleLockProxy } from '../../supabase/functions/lock-proxy/handler.ts';
import { type ReceivedRequest, server } from './fake-server.ts';
import { ADMIN } from './people.ts';

/** The vendor's name in tests: not the default, so that a fixed one would show. */
export const VENDOR = 'Cerrojo';
export const LOCK_ROUTE = 'POST /functions/v1/lock-proxy';

/** Absent faults do not occur. */
type Faults = {
  /** `true` revokes the issued token, `always` rejects every token. */
  tokenExpired?: true | 'always';
  /** The caller's address is not in the white list. */
  notAllowed?: true;
  /** Every response has this HTTP status and is no JSON. */
  status?: number;
  /** Every response is truncated JSON. */
  malformed?: true;
  /** Ids of additional locks that are offline. */
  offline?: string[];
  /** Ids of locks that accept commands and do not move. */
  stuck?: string[];
};

type Call = { endpoint: string; body: { index: number; size: number } | { did: string; type: 1 | 2 } | null };

/** The sample locks of the simulator behind the lock proxy, without HTTP between them. */
class FakeLockVendor {
  /** The valid access token. */
  token = '';
  private issuedTokens = 0;
  private faults: Faults = {};
  private fleet = this.createFleet();

  reset(): void {
    this.faults = {};
    this.fleet = this.createFleet();
    server.config.lockVendorName = VENDOR;
    server.handle(LOCK_ROUTE, (request) => this.respondAsProxy(request));
  }

  /** Replaces the faults; nothing goes wrong with `{}`. */
  breakWith(faults: Faults): void {
    this.faults = faults;
    if (faults.tokenExpired) this.token = '';
  }

  /** What the browser requested of the vendor, oldest first. */
  get calls(): Call[] {
    return server.received(LOCK_ROUTE).map(({ body }) => body as Call);
  }

  /** Where the bar of a lock is: 1 down, 2 up. */
  async readPosition(did: string): Promise<number | undefined> {
    const { data } = await this.fleet.list(1, 100);
    return data?.content.find((lock) => lock.did === did)?.locationState;
  }

  private createFleet() {
    return createFleet({
      now: () => new Date(),
      isOffline: (did) => this.faults.offline?.includes(did) ?? false,
      isStuck: (did) => this.faults.stuck?.includes(did) ?? false,
    });
  }

  private respondAsProxy({ url, body }: ReceivedRequest): Promise<Response> {
    return handleLockProxy(new Request(url, { method: 'POST', body: JSON.stringify(body) }), {
      vendor: async () => ({ url: 'http://vendor.test', appId: 'parqueo', secret: 'vendor-secret-of-the-tests' }),
      fetch: async (input, init) => this.respond(new URL(String(input)), init),
      verifyAdmin: async () => ({ kind: 'admin', id: ADMIN.id }),
      audit: async () => undefined,
      report: () => undefined,
    });
  }

  private async respond({ pathname }: URL, init: RequestInit = {}): Promise<Response> {
    if (this.faults.status !== undefined) return new Response('<h1>Out of order</h1>', { status: this.faults.status });
    if (this.faults.malformed) return new Response('{"code": 200, "data": {"con');
    if (this.faults.notAllowed) return Response.json(buildVendorResponse('addressNotAllowed'));
    if (pathname === '/researchapi/getAccessToken') {
      this.issuedTokens += 1;
      this.token = `token-${this.issuedTokens}`;
      return Response.json(buildVendorResponse('success', { accessToken: this.token }));
    }
    const token = new Headers(init.headers).get('AccessToken');
    if (this.faults.tokenExpired === 'always' || token !== this.token) {
      return Response.json(buildVendorResponse('tokenExpired'));
    }
    const body = JSON.parse(String(init.body));
    const isList = pathname === '/researchapi/carlock/list';
    return Response.json(
      isList ? await this.fleet.list(body.index, body.size) : await this.fleet.command(body.did, body.type),
    );
  }
}

/** The lock vendor of the tests in this file; every test begins with a new one. */
export const lockVendor = new FakeLockVendor();

beforeEach(() => lockVendor.reset());
