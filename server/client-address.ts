import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './caller.ts';
import type { Config } from './config.ts';

/** The proxies whose word about a client's address is believed. */
export type TrustedProxies = { trusts: (address: string) => boolean };

const BITS = { ipv4: 32, ipv6: 128 } as const;
/** An address with a port, as some proxies write it: `192.0.2.7:443`, `[2001:db8::7]:443`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

const getFamily = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * The same address in one spelling: an IPv4 address that came over an IPv6 socket is itself, and an interface (`%eth0`) is
 * no part of an address, which PostgreSQL does not store with one.
 */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * Reads a list such as `10.0.0.0/8, 192.0.2.7`.
 * @throws RangeError for anything that is neither an address nor a range of addresses
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = getFamily(address);
    const bits = prefix === undefined ? BITS[family] : Number(prefix);
    const isRange = isIP(address) !== 0 && rest.length === 0 && /^\d*$/.test(prefix ?? '') && prefix !== '';
    if (!isRange || bits > BITS[family]) throw new RangeError(`${entry} is no address and no range of addresses`);
    list.addSubnet(address, bits, family);
  }
  return { trusts: (address) => isIP(address) !== 0 && list.check(address, getFamily(address)) };
}

/** The address at the other end of the connection: the nearest proxy's, if there is one. */
export function socketAddress(c: Context): string {
  const socket = (c.env as { incoming?: { socket?: unknown } } | undefined)?.incoming?.socket;
  return socket === undefined ? 'unknown' : unmapped(getConnInfo(c).remote.address ?? 'unknown');
}

/** An entry of `X-Forwarded-For` as an address, or null when it is none. */
function readEntry(entry: string): string | null {
  const text = entry.trim();
  const { bracketed, dotted } = WITH_PORT.exec(text)?.groups ?? {};
  const address = unmapped(bracketed ?? dotted ?? text);
  return isIP(address) === 0 ? null : address;
}

/**
 * The address a request came from. Anybody can write a header, so `X-Forwarded-For` is read from its right end, where the
 * nearest proxy wrote, and only as long as a trusted proxy wrote it: the first address that is no trusted proxy's is the client's.
 */
export function clientAddressOf(c: Context, proxies: TrustedProxies | undefined): string {
  let address = socketAddress(c);
  if (proxies === undefined) return address;
  const entries = (c.req.header('x-forwarded-for') ?? '').split(',').reverse();
  for (const entry of entries) {
    if (!proxies.trusts(address)) return address;
    const next = readEntry(entry);
    // What cannot be read was not written by a proxy that knows: the last that could be is as far as we see.
    if (next === null) return address;
    address = next;
  }
  return address;
}

/** Tells everything behind it where a request comes from. */
export function clientAddress({ trustedProxies }: Pick<Config, 'trustedProxies'>): MiddlewareHandler<AppEnv> {
  return async function findClientAddress(c, next) {
    c.set('clientAddress', clientAddressOf(c, trustedProxies));
    await next();
  };
}
