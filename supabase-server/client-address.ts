import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import proxyAddr from 'proxy-addr';
import * as z from 'zod';
import type { AppEnv } from './caller.ts';

/** Whether `X-Forwarded-For` may be read from a request that comes from this address. */
type TrustedProxies = (address: string) => boolean;

const rangesSchema = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));

/** An address with a port, as some proxies write it: `192.0.2.7:443`, `[2001:db8::7]:443`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/**
 * Parses a list such as `10.0.0.0/8, 192.0.2.7`.
 * @throws RangeError for anything but addresses and ranges
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const ranges = rangesSchema.safeParse(text.split(',').map((range) => range.trim()));
  if (!ranges.success) throw new RangeError(`${text} is no list of addresses and ranges`);
  const isTrusted = proxyAddr.compile(ranges.data);
  return (address) => isTrusted(address, 0);
}

/** One spelling for each address: IPv4 is not mapped to IPv6, and there is no interface (`%eth0`), which PostgreSQL rejects. */
function normaliseAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '');
}

/** The address at the other end of the connection, which may be a proxy's. */
function getSocketAddress(c: Context): string {
  const socket = (c.env as { incoming?: { socket?: unknown } } | undefined)?.incoming?.socket;
  return socket === undefined ? 'unknown' : normaliseAddress(getConnInfo(c).remote.address ?? 'unknown');
}

function parseForwardedEntry(entry: string): string | null {
  const text = entry.trim();
  const { bracketed, dotted } = WITH_PORT.exec(text)?.groups ?? {};
  const address = normaliseAddress(bracketed ?? dotted ?? text);
  return isIP(address) === 0 ? null : address;
}

/**
 * Anybody can write `X-Forwarded-For`, so it is read from the right, where the nearest proxy wrote, and only as far as
 * trusted proxies wrote it. An entry that is no address ends the search at the proxy before it.
 */
function findClientAddress(c: Context, isTrusted: TrustedProxies | undefined): string {
  let address = getSocketAddress(c);
  if (isTrusted === undefined) return address;
  for (const entry of (c.req.header('x-forwarded-for') ?? '').split(',').reverse()) {
    const next = isTrusted(address) ? parseForwardedEntry(entry) : null;
    if (next === null) return address;
    address = next;
  }
  return address;
}

type Options = {
  trustedProxies?: TrustedProxies;
  /** Whether the server is for others than this machine. */
  isPublic?: boolean;
};

/** Stores where a request comes from, and whether it may come from this machine at all. */
export function clientAddress({ trustedProxies, isPublic = false }: Options): MiddlewareHandler<AppEnv> {
  return async function setClientAddress(c, next) {
    c.set('isPublic', isPublic);
    c.set('clientAddress', findClientAddress(c, trustedProxies));
    await next();
  };
}

/** The client's address, or the connection's where the middleware does not run. */
export function getClientAddress(c: Context<AppEnv>): string {
  return c.get('clientAddress') ?? getSocketAddress(c);
}

const LOOPBACK_ADDRESS = /^(127\.|::1$)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Headers that proxies, tunnels and content delivery networks add: the request came from elsewhere, even if they run here. */
const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-original-.+|x-(cluster-)?client-ip|x-envoy-.+|x-azure-.+|(true|fastly|fly)-client-ip|cf-.+|cdn-loop|tailscale-.+)$/;

function isLoopbackName(host: string): boolean {
  return URL.canParse(`http://${host}`) && LOOPBACK_NAME.test(new URL(`http://${host}`).hostname);
}

/**
 * nginx forwards by default without a header that says so, under the loopback's name: as HTTP/1.0, and it closes every
 * connection. Browsers, curl and Node do neither.
 */
function isForwardedByDefault(c: Context): boolean {
  const incoming = (c.env as { incoming?: { httpVersion?: string } } | undefined)?.incoming;
  return incoming?.httpVersion === '1.0' || c.req.header('connection')?.toLowerCase() === 'close';
}

/** Whether a page of another machine sent the request. A page that tells its address to nobody has the origin `null`. */
function isFromPageOfElsewhere(c: Context): boolean {
  const { origin, referer, 'sec-fetch-site': site } = c.req.header();
  if (origin === 'null' && site === 'cross-site') return true;
  return [origin, referer].some(
    (page) => page !== undefined && page !== 'null' && !(URL.canParse(page) && isLoopbackName(new URL(page).host)),
  );
}

/**
 * Whether a request comes from this machine under its own name. Another name belongs to a tunnel or to DNS rebinding. With a
 * public address no request does: a proxy on this machine may forward requests as if they were its own.
 */
export function isFromThisMachine(c: Context): boolean {
  const isPublic: AppEnv['Variables']['isPublic'] = c.get('isPublic');
  if (isPublic) return false;
  const names = [new URL(c.req.url).host, c.req.header('host')];
  return (
    LOOPBACK_ADDRESS.test(getSocketAddress(c)) &&
    names.every((name) => name === undefined || isLoopbackName(name)) &&
    !Object.keys(c.req.header()).some((name) => FORWARDING_HEADER.test(name)) &&
    !isForwardedByDefault(c) &&
    !isFromPageOfElsewhere(c)
  );
}

/** For simulators, whose keys are public. */
export const requireThisMachine: MiddlewareHandler = async (c, next) => {
  if (!isFromThisMachine(c)) return c.text('Simulators are for this machine only', 403);
  await next();
};

/** The password of demo accounts is public, so they work on this machine only: not through a tunnel or a proxy. */
export function isRemoteDemoRequest(c: Context, userId: string, demoAccounts?: ReadonlySet<string>): boolean {
  return demoAccounts?.has(userId) === true && !isFromThisMachine(c);
}
