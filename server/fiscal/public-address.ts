import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { readErrorCode } from '../../supabase-server/error-code.ts';

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (readErrorCode(error)?.startsWith('E')) return [];
    throw error;
  }
}

/**
 * Whether a server on the Internet has an address that somebody else named: https at its standard port, and no name of this
 * machine or of a network behind it.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { protocol, port, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' || `${port}${username}${password}` !== '') return false;
  const found = await resolve(hostname.replace(/^\[|\]$/g, ''));
  return found.length > 0 && found.every((one) => ipaddr.process(one).range() === 'unicast');
}
