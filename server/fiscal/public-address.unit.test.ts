import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['https://8.8.8.8/fe', 'https://8.8.8.8:443', 'https://[2001:4860:4860::8888]/fe'])(
  '%s is an address on the Internet',
  async (address) => expect(await isPublicAddress(address)).toBe(true),
);

test.each([
  'http://8.8.8.8',
  'https://8.8.8.8:8443',
  'https://user:password@8.8.8.8',
  'https://127.0.0.1',
  'https://2130706433',
  'https://localhost',
  'https://10.0.0.1',
  'https://100.64.0.1',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0',
  'https://[::1]',
  'https://[fd00::1]',
  'https://[::ffff:10.0.0.1]',
  'https://[64:ff9b::a00:1]',
  'https://no-such-name.invalid',
  'no address',
])('%s is no address on the Internet', async (address) => expect(await isPublicAddress(address)).toBe(false));
