import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import * as z from 'zod';
import type { AppEnv } from './caller.ts';

/** Whether `X-Forwarded-For` may be read from a request that comes from this address. */
type TrustedProxies = (address: string) => boolean;

const rangesSchema = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));

/** An address with a port, as some proxies write it: `192.0.2.7:443`, `[2001:db8::7]:443`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Parses a list such as `10.0.0.0/8, 192.0.2.7`. @throws RangeError for anything but addresses and ranges */
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

/** Stores where a request comes from. */
export function clientAddress({ trustedProxies }: { trustedProxies?: TrustedProxies }): MiddlewareHandler<AppEnv> {
  return async function setClientAddress(c, next) {
    c.set('clientAddress', findClientAddress(c, trustedProxies));
    await next();
  };
}

/** The client's address, or the connection's where the middleware does not run. */
export function getClientAddress(c: Context<AppEnv>): string {
  return c.get('clientAddress') ?? getSocketAddress(c);
}

/** A customer of an Internet provider has at least a /64 of IPv6 addresses, and a server that is rented may have a /48. */
const NETWORK_BITS = 64;
const SITE_BITS = 48;

/** The networks of an address, the smaller first: an IPv4 address is its only one. */
export function findNetworks(address: string): [network: string, ...sites: string[]] {
  if (isIP(address) !== 6) return [address];
  const mask = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  return [mask(NETWORK_BITS), mask(SITE_BITS)];
}

export const readClientNetworks = (c: Context<AppEnv>) => findNetworks(getClientAddress(c));

const LOOPBACK_NAME = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Headers that proxies, tunnels and content delivery networks add: the request came from elsewhere, even if they run here. */
const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-original-.+|x-(cluster-)?client-ip|x-envoy-.+|x-azure-.+|(true|fastly|fly)-client-ip|cf-.+|cdn-loop|tailscale-.+)$/;

function isLoopbackName(host: string): boolean {
  return URL.canParse(`http://${host}`) && LOOPBACK_NAME.test(new URL(`http://${host}`).hostname);
}

/**
 * Whether a page of another machine sent the request: a proxy may rename the host, but the browser names the page. Somebody who
 * follows a link from elsewhere may come. A page that tells its address to nobody has the origin `null`.
 */
function isFromPageOfElsewhere(c: Context): boolean {
  const { origin, referer, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = c.req.header();
  if (origin === 'null' && site === 'cross-site') return true;
  return [origin, mode === 'navigate' ? undefined : referer].some(
    (page) => page !== undefined && page !== 'null' && !(URL.canParse(page) && isLoopbackName(new URL(page).host)),
  );
}

/** nginx before 1.29.7 forwards by default under the loopback's name, and as HTTP/1.0, which no browser speaks. */
function isOldHttp(c: Context): boolean {
  return (c.env as { incoming?: { httpVersion?: string } } | undefined)?.incoming?.httpVersion === '1.0';
}

/** Whether a request comes under a name of this machine. Another name belongs to a proxy, a tunnel or DNS rebinding. */
function isForThisMachine(c: Context): boolean {
  const names = [new URL(c.req.url).host, c.req.header('host')];
  return (
    names.every((name) => name === undefined || isLoopbackName(name)) &&
    !Object.keys(c.req.header()).some((name) => FORWARDING_HEADER.test(name)) &&
    !isOldHttp(c) &&
    !isFromPageOfElsewhere(c)
  );
}

/** For the demo and the simulators, whose passwords and keys are public. @param reject responds to everybody else */
export function requireThisMachine(reject: (c: Context) => Response): MiddlewareHandler {
  return async function rejectOtherHosts(c, next) {
    if (!isForThisMachine(c)) return reject(c);
    await next();
  };
}
