import type { Session, User } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { createSession } from '../../testing/people.ts';
import { deleteAccount, loadOwnProfile, loadSettings, saveProfile, saveSettings } from './profile.ts';

const ANA = {
  id: 'ana',
  email: 'ana@parqueo.test',
  user_metadata: { full_name: 'Ana Pérez', phone: 42 },
} as unknown as User;
const PROFILE_ROW = { user_id: 'ana', email: 'ana@parqueo.test', full_name: ' Ana ', phone: '', bio: null };
const PROFILE = { userId: 'ana', email: 'ana@parqueo.test', fullName: 'Ana', phone: null, bio: null };
const NO_ROW = () => Response.json({ code: 'PGRST116', message: 'no row' }, { status: 406 });
const refused = (code: string) => () => Response.json({ code, message: 'refused' }, { status: 400 });
const ok = (body: unknown) => () => Response.json(body);
const GET = 'GET /rest/v1/profiles';
const ADD = 'POST /rest/v1/profiles';

beforeEach(() => {
  const session = createSession({ id: 'ana', email: 'ana@parqueo.test' }) as Session;
  vi.spyOn(connect(server.config).client.auth, 'getSession').mockResolvedValue({ data: { session }, error: null });
});

test('a person without a profile gets one from their sign-up data', async () => {
  server.handle(GET, NO_ROW);
  server.handle(ADD, ok(PROFILE_ROW));
  expect(await loadOwnProfile(ANA)).toEqual(PROFILE);
  expect(server.received(ADD)[0]?.body).toEqual({
    user_id: 'ana',
    email: 'ana@parqueo.test',
    full_name: 'Ana Pérez',
    phone: null,
  });
});

test('a person gets the profile that another tab created first', async () => {
  server.handle(GET, NO_ROW);
  server.handle(ADD, () => {
    server.handle(GET, ok(PROFILE_ROW));
    return refused('23505')();
  });
  expect(await loadOwnProfile(ANA)).toEqual(PROFILE);
});

test.each([
  ['cannot be read', refused('42501'), 'Failed to load profile information'],
  ['is missing and cannot be created', NO_ROW, 'Failed to create user profile'],
  ['is invalid', ok({ user_id: 7 }), 'An error occurred while loading profile'],
])('a person whose profile %s reads why', async (_, answer, sentence) => {
  server.handle(GET, answer);
  server.handle(ADD, refused('23503'));
  await expect(loadOwnProfile(ANA)).rejects.toThrow(sentence);
});

test('a person whose profile is hidden by row level security reads that saving failed', async () => {
  server.handle('PATCH /rest/v1/profiles', NO_ROW);
  const failed = saveProfile('ana', { fullName: 'Ana', phone: null, bio: null });
  await expect(failed).rejects.toMatchObject({ key: 'profile-not-saved' });
});

test('a person loads and saves settings, but never sends the two-factor state', async () => {
  const [row] = server.rows('user_settings');
  Object.assign(row ?? {}, { user_id: 'ana', two_factor_enabled: true });
  const { twoFactorEnabled, ...settings } = await loadSettings('ana');
  expect(twoFactorEnabled).toBe(true);
  expect(await saveSettings('ana', { ...settings, autoLogoutMinutes: 30 })).toMatchObject({ autoLogoutMinutes: 30 });
  expect(server.received('PATCH /rest/v1/user_settings')[0]?.body).not.toHaveProperty('two_factor_enabled');
  expect(row).toMatchObject({ auto_logout_minutes: 30 });
});

test.each([
  ['23514', 'last-administrator'],
  ['42501', 'account-not-deleted'],
])('a person whose deletion fails with %s reads the problem %s', async (code, key) => {
  server.handle('POST /rest/v1/rpc/delete_my_account', refused(code));
  await expect(deleteAccount(null)).rejects.toMatchObject({ key });
});
