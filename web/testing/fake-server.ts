import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { type Row, respondFromTable } from './fake-tables.ts';
import { ADMIN, createSession, DRIVER, PASSWORD, type Person, readTokenSubject } from './people.ts';
import {
  createConfig,
  createInstallationSettings,
  createProfileRow,
  createServerStatus,
  createSettingsRow,
  createSignInSettings,
  EMPTY_MONTH,
  EMPTY_OVERVIEW,
  NO_FISCAL_DOCUMENTS,
  NO_LOCKS,
  ROUTE,
  SERVER_URL,
} from './server-defaults.ts';

type ReceivedRequest = { method: string; url: URL; headers: Headers; body: unknown };
type Handler = (request: ReceivedRequest) => Response | Promise<Response>;

/** Views and searches that have all rows of a table, unless a test gives them others. */
const ROWS_OF: Record<string, string> = {
  admin_users: 'profiles',
  admin_zones: 'parking_zones',
  find_spaces: 'parking_spaces',
};

type Count = [{ count: number }];

/** A zone as the searches return it, in the order of the test. */
const toFoundZone = ({ spaces, available, ...zone }: Row, index: number): Row => {
  const [[all], [free]] = [spaces as Count, available as Count];
  const counts = { spaces: all.count, available: free.count, available_count: free.count };
  return { distance_km: null, sheet_place: index + 1, ...zone, ...counts };
};

const NO_CONTENT = 204;

/** The product's server as the browser sees it: tables that answer PostgREST's requests, accounts, and a log of requests. */
class FakeServer {
  /** The rows of each table, as the person of the test may see them. */
  tables: Record<string, Row[]> = {};
  config = createConfig();
  signInSettings: Partial<ReturnType<typeof createSignInSettings>> = createSignInSettings();
  people: (Person & { fields?: object })[] = [];
  requests: ReceivedRequest[] = [];
  unhandled: string[] = [];
  private handlers = new Map<string, Handler>();
  private broken = new Set<string>();

  reset(): void {
    this.config = createConfig();
    this.signInSettings = createSignInSettings();
    this.people = [DRIVER, ADMIN];
    this.requests = [];
    this.unhandled = [];
    this.broken.clear();
    const settings = createInstallationSettings();
    this.tables = {
      profiles: this.people.map(createProfileRow),
      user_settings: this.people.map(createSettingsRow),
      user_roles: [{ user_id: ADMIN.id, role: 'admin' }],
      reservations: [],
      admin_reservations: [],
      vehicles: [],
      parking_zones: [],
      parking_spaces: [],
      space_occupancy: [],
      favourite_zones: [],
      special_days: [],
      space_reports: [],
      receipts: [],
      overstays: [],
      reservation_charges: [],
      payments: [],
      payment_refunds: [],
      payment_differences: [],
      proposed_corrections: [],
      wallet_entries: [],
      // One row, of which everybody reads a part.
      installation_settings: [settings],
      public_settings: [settings],
      legal_texts: [settings],
    };
    this.handlers = new Map<string, Handler>([
      ['GET /config.json', () => Response.json(this.config)],
      ['GET /rest/v1/rpc/count_unread_messages', () => Response.json(0)],
      ['POST /auth/v1/token', (request) => this.createToken(request)],
      ['GET /auth/v1/settings', () => Response.json(this.signInSettings)],
      ['GET /auth/v1/factors/recovery-codes', () => Response.json({ total: 10, remaining: 10 })],
      ['GET /auth/v1/user', (request) => this.readUser(request)],
      ['GET /functions/v1/system-status', () => Response.json(createServerStatus())],
      ['POST /functions/v1/lock-proxy', () => Response.json(NO_LOCKS)],
      ['GET /rest/v1/settlements', () => Response.json([])],
      ['POST /rest/v1/rpc/list_closed_months', () => Response.json([])],
      ['GET /functions/v1/payments/methods', () => Response.json({ methods: [], currency: 'USD' })],
      ['POST /rest/v1/rpc/next_reservation_begins', () => Response.json(null)],
      ['POST /rest/v1/rpc/stay_at_desk', ({ body }) => Response.json(this.describeStay((body as Row).reservation))],
      [
        'POST /rest/v1/rpc/wallet_at_desk',
        ({ body }) => {
          const driver = this.rows('profiles').find(({ user_id }) => user_id === (body as Row).driver);
          const isCharging = this.rows('installation_settings')[0]?.charges_drivers;
          return Response.json(isCharging ? (driver?.wallet_balance ?? 0) : null);
        },
      ],
      ['POST /rest/v1/rpc/list_paid', () => Response.json([])],
      ['POST /rest/v1/rpc/my_duties', () => Response.json([])],
      ['GET /rest/v1/rpc/admin_message_inbox', () => Response.json([])],
      ['GET /rest/v1/rpc/rates_of_reservation', () => Response.json({ version: null, events: [] })],
      ['POST /rest/v1/rpc/fiscal_overview', () => Response.json(NO_FISCAL_DOCUMENTS)],
      ['POST /rest/v1/rpc/fiscal_buyer_limit', () => Response.json(null)],
      ['POST /rest/v1/rpc/fiscal_documents_of_receipt', () => Response.json({ documents: [], is_awaited: false })],
      [
        'POST /functions/v1/ticket',
        ({ body }) => Response.json({ address: `${SERVER_URL}/ticket/${(body as Row).reservation}` }),
      ],
      ...Object.entries({ ...EMPTY_OVERVIEW, ...EMPTY_MONTH }).map(([name, rows]): [string, Handler] => [
        `POST /rest/v1/rpc/${name}`,
        () => Response.json(rows),
      ]),
      ['POST /auth/v1/logout', () => new Response(null, { status: NO_CONTENT })],
    ]);
  }

  /** What the function `stay_at_desk` says to an administrator. */
  private describeStay(id: unknown): Row {
    const isIt = (row: Row) => row.id === id;
    const reserved = this.rows('reservations').find(isIt);
    const shown = this.rows('admin_reservations').find(isIt);
    return {
      user_name: null,
      user_email: null,
      space_name: null,
      space_location: null,
      zone_name: null,
      total_amount: 0,
      arrived_at: null,
      space: null,
      has_shift: true,
      acts: ['mark_arrival', 'report_space', 'reserve', 'take_cash', 'cancel', 'give_back'],
      paid: this.rows('reservation_charges').reduce(
        (sum, row) => sum + (row.reservation_id === id ? Number(row.amount) : 0),
        0,
      ),
      ...reserved,
      ...shown,
      driver: reserved?.profiles
        ? { phone: null, ...(reserved.profiles as Row), email: (reserved.profiles as Row).email ?? '' }
        : null,
      device_id: (reserved?.parking_spaces as Row | null | undefined)?.kavass_device_id ?? null,
    };
  }

  /** Responds to a method and path, such as `POST /rest/v1/rpc/delete_my_account`, in a way of the test's own. */
  handle(route: string, handler: Handler): void {
    this.handlers.set(route, handler);
  }

  /** The rows of a table. @throws when the server has no such table */
  rows(table: string): Row[] {
    const rows = this.tables[table];
    if (rows === undefined) throw new Error(`The fake server has no table ${table}`);
    return rows;
  }

  /** Makes the requests to a route get lost on their way, until the returned function is called. */
  breakRequests(route: string): () => void {
    this.broken.add(route);
    return () => this.broken.delete(route);
  }

  /** Responds to a route with an error of PostgREST, until the returned function is called. */
  failRequests(route: string, status: number, error: { code: string } & Row): () => void {
    const previous = this.handlers.get(route) ?? ((request: ReceivedRequest) => this.respond(request));
    this.handle(route, () => Response.json({ message: '', details: null, hint: null, ...error }, { status }));
    return () => this.handle(route, previous);
  }

  /** Holds the requests to a route back until the returned function is called. */
  holdRequests(route: string): () => void {
    const released = Promise.withResolvers<void>();
    const previous = this.handlers.get(route);
    this.handle(route, async (request) => {
      await released.promise;
      return previous ? previous(request) : this.respond(request);
    });
    return released.resolve;
  }

  /** The requests that a route received. */
  received(route: string): ReceivedRequest[] {
    return this.requests.filter(({ method, url }) => `${method} ${url.pathname}` === route);
  }

  /** What the browser's fetch does while this server is in place. */
  async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input instanceof Request ? input : new URL(String(input), SERVER_URL), init);
    const url = new URL(request.url);
    const route = `${request.method} ${url.pathname}`;
    const text = await request.text();
    const received = {
      method: request.method,
      url,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    this.requests.push(received);
    // The service worker keeps the configuration for pages that open without a connection.
    const isLost = navigator.onLine === false && route !== 'GET /config.json';
    if (isLost || this.broken.has(route)) throw new TypeError('Failed to fetch');
    const response = await (this.handlers.get(route) ?? ((unhandled) => this.respond(unhandled)))(received);
    request.signal.throwIfAborted();
    return Object.defineProperty(response, 'url', { value: request.url });
  }

  /** As a request without a handler is responded to: with rows of a table, or a route. */
  respond(received: ReceivedRequest): Response {
    const { method, url, headers, body } = received;
    const [, name = ''] = /^\/rest\/v1\/(?:rpc\/)?(\w+)$/.exec(url.pathname) ?? [];
    const isZoneSearch = name === 'find_zones' || name === 'find_map_zones';
    const rows = isZoneSearch
      ? this.rows('parking_zones').map(toFoundZone)
      : (this.tables[name] ?? this.tables[ROWS_OF[name] ?? '']);
    // A new reservation comes back with its space.
    const space = () => this.rows('parking_spaces').find(({ id }) => id === (body as Row).parking_space_id) ?? null;
    const written = method === 'POST' && name === 'reservations' ? { ...(body as Row), parking_spaces: space() } : body;
    if (rows !== undefined) return respondFromTable(rows, new Request(url, { method, headers }), written);
    if (url.origin === this.config.maps.routerUrl) return Response.json(ROUTE);
    // Most zones let drivers stay longer for nothing.
    if (name === 'quote_overstay') return Response.json(0);
    this.unhandled.push(`${method} ${url}`);
    return Response.json({ message: `unhandled ${method} ${url.pathname}` }, { status: 501 });
  }

  private createToken({ url, body }: ReceivedRequest): Response {
    const { email, password, refresh_token } = body as Record<string, string>;
    if (url.searchParams.get('grant_type') === 'pkce') {
      return createAuthError(400, 'validation_failed', 'both auth code and code verifier should be non-empty');
    }
    const isRefresh = url.searchParams.get('grant_type') === 'refresh_token';
    const person = this.people.find((one) => (isRefresh ? refresh_token === `refresh-${one.id}` : one.email === email));
    if (person && (isRefresh || password === PASSWORD)) return Response.json(createSession(person, person.fields));
    return createAuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }

  private readUser({ headers }: ReceivedRequest): Response {
    const id = readTokenSubject(headers.get('authorization'));
    const person = this.people.find((one) => one.id === id);
    if (person) return Response.json(createSession(person, person.fields).user);
    return createAuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
}

/** An error of the authentication service. */
export function createAuthError(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status });
}

/** Takes the browser's connection away or gives it back. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** The server of the tests in this file; every test begins with a new one, and none may ask it for what it does not have. */
export const server = new FakeServer();

beforeEach(() => {
  server.reset();
  vi.stubGlobal('fetch', server.fetch.bind(server));
});

afterEach(() => {
  expect(server.unhandled, 'requests that the fake server has no response to').toEqual([]);
});

// The files of a worker share its globals.
afterAll(() => void vi.unstubAllGlobals());
