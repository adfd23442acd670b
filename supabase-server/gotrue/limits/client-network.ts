import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';

const GROUPS = 8;
const GROUP_BITS = 16;
/** A customer of an Internet provider has at least a /64 of IPv6 addresses, and a server that is rented may have a /48. */
const NETWORK_BITS = 64;
const SITE_BITS = 48;

const splitGroups = (half: string) => (half === '' ? [] : half.split(':'));

/** An IPv4 address as it is, or the /64 of an IPv6 address. */
export function findNetwork(address: string, bits = NETWORK_BITS): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail)];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, bits / GROUP_BITS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`;
}

export function readClientNetwork(c: Context<AppEnv>): string {
  return findNetwork(getClientAddress(c));
}

/** The client's networks, the smaller first; an IPv4 address is in one only. */
export function readClientNetworks(c: Context<AppEnv>): [network: string, ...sites: string[]] {
  const address = getClientAddress(c);
  return isIP(address) === 6 ? [findNetwork(address), findNetwork(address, SITE_BITS)] : [address];
}
