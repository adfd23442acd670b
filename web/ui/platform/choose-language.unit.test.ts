import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, readVisitorLanguage, renewLanguageCookie } from './choose-language.ts';

const page = { cookie: '' };
const reload = vi.fn();

const openAt = (protocol: string) => vi.stubGlobal('window', { location: { protocol, reload } });

beforeEach(() => {
  page.cookie = '';
  reload.mockClear();
  const kept = new Map<string, string>();
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
  });
  return () => vi.unstubAllGlobals();
});

test.each([
  ['https:', 'language=es; path=/; max-age=31536000; samesite=lax; secure'],
  ['http:', 'language=es; path=/; max-age=31536000; samesite=lax'],
])('with %s the cookie of a chosen language is "%s"', (protocol, cookie) => {
  openAt(protocol);
  chooseLanguage('es');
  expect(page.cookie).toBe(cookie);
  expect(readVisitorLanguage()).toBe('es');
  expect(reload).toHaveBeenCalledOnce();
});

test('a chosen language is kept anew at each visit, and one that nobody chose is not', () => {
  openAt('https:');
  renewLanguageCookie();
  expect(page.cookie).toBe('');
  page.cookie = 'theme=dark; language=es';
  renewLanguageCookie();
  expect(page.cookie).toBe('theme=dark; language=es');
  page.cookie = 'theme=dark; language=en';
  renewLanguageCookie();
  expect(page.cookie).toMatch(/^language=en; path=\/; max-age=31536000/);
});
