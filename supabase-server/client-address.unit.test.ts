import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './caller.ts';
import { clientAddress, findNetworks, parseTrustedProxies } from './client-address.ts';

/** Who a server that trusts these proxies takes for the client of a request that this address sent with this header. */
async function findClient(trusted: string | null, from: string, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>();
  app.use(clientAddress(trusted === null ? {} : { trustedProxies: parseTrustedProxies(trusted) }));
  app.get('/', (c) => c.text(c.get('clientAddress') ?? 'nobody'));
  const socket = { remoteAddress: from, remotePort: 1, remoteFamily: from.includes(':') ? 'IPv6' : 'IPv4' };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { incoming: { socket } })).text();
}

const NET = '10.0.0.0/8';
const ONE = '10.0.0.5';
const SEVERAL = '10.0.0.0/8, 192.0.2.7';

test.each<[string, string | null, string, string | undefined, string]>([
  ['without trusted proxies the other end of the connection', null, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['without trusted proxies the machine itself', null, '127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ['behind a trusted proxy the address that it saw', NET, ONE, '203.0.113.9', '203.0.113.9'],
  ['… also where the proxy is an IPv4 in IPv6', '127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['… and with IPv6', '2001:db8::/32', '2001:db8::1', '2001:470::9', '2001:470::9'],
  ['not what the client wrote itself', NET, ONE, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['… not even a proxy’s address', NET, ONE, '10.0.0.1, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['a stranger who pretends to be a proxy', NET, '203.0.113.9', '10.0.0.5, 198.51.100.1', '203.0.113.9'],
  ['the right-most that is no proxy', SEVERAL, ONE, '198.51.100.1, 203.0.113.9, 192.0.2.7, 10.1.2.3', '203.0.113.9'],
  ['the first of proxies only', SEVERAL, ONE, '10.9.9.9, 192.0.2.7', '10.9.9.9'],
  ['without the port', ONE, ONE, '203.0.113.9:54321', '203.0.113.9'],
  ['… of IPv6 neither', ONE, ONE, '[2001:db8::9]:443', '2001:db8::9'],
  ['as IPv4 where it is one in IPv6', ONE, ONE, '::ffff:203.0.113.9', '203.0.113.9'],
  ['the proxy where an entry is a word', ONE, ONE, 'unknown', ONE],
  ['the proxy where an entry is empty', ONE, ONE, '', ONE],
  ['the proxy where the last entry is empty', ONE, ONE, '203.0.113.9, ', ONE],
  ['without its interface, as one machine has one address', ONE, ONE, 'fe80::1%eth0', 'fe80::1'],
  ['… also on the connection itself', null, 'fe80::1%eth0', undefined, 'fe80::1'],
])('the client is %s', async (_, trusted, from, forwarded, client) => {
  expect(await findClient(trusted, from, forwarded)).toBe(client);
});

test.each(['', 'loopback', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.1,,10.0.0.2', '::1/129', '10.0.0.0/-1'])(
  '%j is no list of proxies',
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(RangeError);
  },
);

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['unknown', ['unknown']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:DB8:1:2::6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0db8::1', ['2001:db8::/64', '2001:db8::/48']],
  ['::1', ['::/64', '::/48']],
])('%s is counted as %s', (address, networks) => {
  expect(findNetworks(address)).toEqual(networks);
});
