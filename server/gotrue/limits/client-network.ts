import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';

const GROUPS = 8;
/** A customer of an Internet provider has at least a /64 of IPv6 addresses, which is four groups. */
const NETWORK_GROUPS = 4;

const splitGroups = (half: string) => (half === '' ? [] : half.split(':'));

/** An IPv4 address as it is, or the /64 of an IPv6 address. */
export function findNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail)];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export function readClientNetwork(c: Context<AppEnv>): string {
  return findNetwork(getClientAddress(c));
}
