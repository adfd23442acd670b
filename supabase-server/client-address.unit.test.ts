import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './caller.ts';
import { clientAddress, parseTrustedProxies } from './client-address.ts';

/** Who a server that trusts these proxies takes for the client of a request that this address sent with this header. */
async function findClient(trusted: string | null, from: string, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>();
  app.use(clientAddress(trusted === null ? {} : { trustedProxies: parseTrustedProxies(trusted) }));
  app.get('/', (c) => c.text(c.get('clientAddress') ?? 'nobody'));
  const socket = { remoteAddress: from, remotePort: 1, remoteFamily: from.includes(':') ? 'IPv6' : 'IPv4' };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { incoming: { socket } })).text();
}

test('without trusted proxies the client is the other end of the connection', async () => {
  expect(await findClient(null, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(await findClient(null, '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

test('behind a trusted proxy the client is the address that the proxy saw', async () => {
  expect(await findClient('10.0.0.0/8', '10.0.0.5', '203.0.113.9')).toBe('203.0.113.9');
  expect(await findClient('127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(await findClient('2001:db8::/32', '2001:db8::1', '2001:470::9')).toBe('2001:470::9');
});

test('an address that the client wrote into the header itself does not count', async () => {
  expect(await findClient('10.0.0.0/8', '10.0.0.5', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(await findClient('10.0.0.0/8', '10.0.0.5', '10.0.0.1, 198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
});

test('a stranger who pretends to be a proxy is taken for what they are', async () => {
  expect(await findClient('10.0.0.0/8', '203.0.113.9', '10.0.0.5, 198.51.100.1')).toBe('203.0.113.9');
});

test('behind several proxies the client is the right-most address that is none of them', async () => {
  const trusted = '10.0.0.0/8, 192.0.2.7';
  expect(await findClient(trusted, '10.0.0.5', '198.51.100.1, 203.0.113.9, 192.0.2.7, 10.1.2.3')).toBe('203.0.113.9');
  expect(await findClient(trusted, '10.0.0.5', '10.9.9.9, 192.0.2.7')).toBe('10.9.9.9');
});

test.each([
  ['203.0.113.9:54321', '203.0.113.9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('a proxy that writes the client as %s means %s', async (forwarded, client) => {
  expect(await findClient('10.0.0.5', '10.0.0.5', forwarded)).toBe(client);
});

test.each(['unknown', '', 'evil', '203.0.113.9, '])(
  'an entry that is no address (%j) leaves the proxy itself',
  async (entry) => {
    expect(await findClient('10.0.0.5', '10.0.0.5', entry)).toBe('10.0.0.5');
  },
);

test.each(['', 'loopback', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.1,,10.0.0.2', '::1/129', '10.0.0.0/-1'])(
  '%j is no list of proxies',
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(RangeError);
  },
);

test('the interface of an address (%eth0) is removed, so that one machine has one address', async () => {
  expect(await findClient('10.0.0.5', '10.0.0.5', 'fe80::1%eth0')).toBe('fe80::1');
  expect(await findClient(null, 'fe80::1%eth0')).toBe('fe80::1');
});
