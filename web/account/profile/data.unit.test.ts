import type { Session, User } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, dataClient } from '../../data/connection.ts';
import { deleteAccount, loadOwnProfile, loadSettings, saveProfile, saveSettings } from './data.ts';

const ORIGIN = 'http://127.0.0.1';
const ANA = {
  id: 'ana',
  email: 'ana@parqueo.test',
  app_metadata: {},
  user_metadata: { full_name: 'Ana Pérez', phone: 42 },
  aud: 'authenticated',
  created_at: '',
} satisfies User;
const PROFILE_ROW = { user_id: 'ana', email: 'ana@parqueo.test', full_name: ' Ana ', phone: '', bio: null };
const SETTINGS_ROW = {
  email_notifications: true,
  push_notifications: false,
  sms_notifications: false,
  marketing_emails: false,
  privacy_level: 'private',
  auto_logout_minutes: 60,
  language: 'es',
  two_factor_enabled: true,
};
const PROFILE = { userId: 'ana', email: 'ana@parqueo.test', fullName: 'Ana', phone: null, bio: null };
const NO_ROW = { status: 406, body: { code: 'PGRST116', message: 'no row' } };
const ok = (body: unknown) => ({ status: 200, body });
const refused = (code: string) => ({ status: 400, body: { code, message: 'refused' } });

/** What the server answers, request after request. */
let answers: { status: number; body: unknown }[] = [];
let asked: { method: string; path: string; body: unknown }[] = [];

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const text = await request.text();
    asked.push({
      method: request.method,
      path: new URL(request.url).pathname.replace('/rest/v1/', ''),
      body: text === '' ? null : JSON.parse(text),
    });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Nobody answers');
    return Response.json(answer.body, { status: answer.status });
  });
  const maps = { provider: 'open' as const, styleUrl: ORIGIN, routerUrl: ORIGIN, geocoderUrl: ORIGIN };
  connect({ supabaseUrl: ORIGIN, supabaseKey: 'key', lockVendorName: 'vendor', samples: true, maps });
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  answers = [];
  asked = [];
  sessionOf(ANA);
});

function sessionOf(user: User | null) {
  const session: Session | null = user && {
    user,
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 3600,
    token_type: 'bearer',
  };
  vi.spyOn(dataClient().auth, 'getSession').mockResolvedValue(
    session ? { data: { session }, error: null } : { data: { session: null }, error: null },
  );
}

test('a person without a profile gets one from their sign-up data', async () => {
  answers = [NO_ROW, ok(PROFILE_ROW)];
  expect(await loadOwnProfile(ANA)).toEqual(PROFILE);
  expect(asked[1]).toEqual({
    method: 'POST',
    path: 'profiles',
    body: { user_id: 'ana', email: 'ana@parqueo.test', full_name: 'Ana Pérez', phone: null },
  });
});

test('a person gets the profile that another tab created first', async () => {
  answers = [NO_ROW, refused('23505'), ok(PROFILE_ROW)];
  expect(await loadOwnProfile(ANA)).toEqual(PROFILE);
});

test.each([
  ['cannot be read', [refused('42501')], 'Failed to load profile information'],
  ['is missing and cannot be created', [NO_ROW, refused('23503')], 'Failed to create user profile'],
  ['is invalid', [ok({ user_id: 7 })], 'An error occurred while loading profile'],
])('a person whose profile %s reads why', async (_, given, sentence) => {
  answers = [...given];
  await expect(loadOwnProfile(ANA)).rejects.toThrow(sentence);
});

test('a person whose profile is hidden by row level security reads that saving failed', async () => {
  answers = [NO_ROW];
  await expect(saveProfile('ana', { fullName: 'Ana', phone: null, bio: null })).rejects.toMatchObject({
    key: 'profile-not-saved',
  });
  expect(asked[0]).toEqual({ method: 'PATCH', path: 'profiles', body: { full_name: 'Ana', phone: null, bio: null } });
});

test('a person loads and saves settings, but never sends the two-factor state', async () => {
  answers = [ok(SETTINGS_ROW), ok({ ...SETTINGS_ROW, auto_logout_minutes: 30 })];
  const { twoFactorEnabled, ...settings } = await loadSettings('ana');
  expect(twoFactorEnabled).toBe(true);
  expect(await saveSettings('ana', { ...settings, autoLogoutMinutes: 30 })).toMatchObject({ autoLogoutMinutes: 30 });
  const { two_factor_enabled, ...changeable } = SETTINGS_ROW;
  expect(asked[1]?.body).toEqual({ ...changeable, auto_logout_minutes: 30 });
});

test.each([
  ['23514', 'last-administrator'],
  ['42501', 'account-not-deleted'],
])('a person whose deletion fails with %s reads the problem %s', async (code, key) => {
  answers = [refused(code)];
  await expect(deleteAccount(null)).rejects.toMatchObject({ key });
});
