import { expect, test } from 'vitest';
import { extractLocaleFromRequest } from '../../domain/language/locale.ts';
import { formatFailure } from '../log.ts';
import { parseRouteRequest } from '../maps/route/route-request.ts';

// An expression that is quadratic takes many seconds for such a text, and stops the server for everybody meanwhile.

const LENGTH = 64 * 1024;
const MAX_MS = 1000;

test.each<[string, () => unknown]>([
  ['the message of an error', () => formatFailure(new Error('a'.repeat(LENGTH)))],
  ['a language', () => extractLocaleFromRequest(asked(`a${' '.repeat(LENGTH)}b`))],
  ['a coordinate', () => expect(() => parseRouteRequest(`${'1'.repeat(LENGTH)}x,1`, new URLSearchParams())).toThrow()],
])('%s of 64 KB is read at once', (_what, read) => {
  const startedAt = performance.now();
  read();
  expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
});

const asked = (language: string) => new Request('http://parqueo.test', { headers: { 'accept-language': language } });
