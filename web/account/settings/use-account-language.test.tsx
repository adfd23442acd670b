import { renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showInLanguage } from '../../ui/platform/choose-language.ts';
import type { Settings } from '../profile/profile.ts';
import { saveFirstLanguage, saveSettings } from '../profile/profile.ts';
import { useAccountLanguage } from './use-account-language.ts';

vi.mock('../profile/profile.ts', () => ({
  saveFirstLanguage: vi.fn(async () => undefined),
  saveSettings: vi.fn(async () => undefined),
}));
vi.mock('../../ui/platform/choose-language.ts', async (load) => ({
  ...(await load<typeof import('../../ui/platform/choose-language.ts')>()),
  showInLanguage: vi.fn(),
}));

/** Opens the English page of somebody whose account has this language. */
const openWith = (language: string | null, userId = 'ana') =>
  renderHook((props) => useAccountLanguage(props.userId, { language: props.language } as Settings), {
    initialProps: { language, userId },
    wrapper: StrictMode,
  });

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(saveFirstLanguage).mockClear();
  vi.mocked(saveSettings).mockClear();
  vi.mocked(showInLanguage).mockClear();
});

test('a host without a page in the language of the account is not asked for it again and again', () => {
  sessionStorage.setItem('language-changed-to', 'es');
  openWith('es');
  expect(showInLanguage).not.toHaveBeenCalled();
});

test('an account without a language gets that of the page, once', () => {
  openWith(null);
  expect(vi.mocked(saveFirstLanguage).mock.calls).toEqual([['ana', 'en']]);
  expect(showInLanguage).not.toHaveBeenCalled();
});

test('a language that only a newer version knows stays with the account', () => {
  openWith('fr');
  expect(saveFirstLanguage).not.toHaveBeenCalled();
  expect(saveSettings).not.toHaveBeenCalled();
  expect(showInLanguage).not.toHaveBeenCalled();
});

test('a page that is in use does not reload when another tab changes the language', () => {
  const { rerender } = openWith('en');
  rerender({ language: 'es', userId: 'ana' });
  expect(showInLanguage).not.toHaveBeenCalled();
});
