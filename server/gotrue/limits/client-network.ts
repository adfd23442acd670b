import { isIP } from 'node:net';

const GROUPS = 8;
/** One customer has at least this many groups of IPv6 addresses to choose from: a /64. */
const NETWORK_GROUPS = 4;

const splitGroups = (part: string) => (part === '' ? [] : part.split(':'));

/** What is counted as one network address: an IPv4 address, or the /64 of an IPv6 address. */
export function findNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
