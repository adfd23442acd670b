import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

const NOBODY = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

const auth = await openAuth();

/** A person with a verified factor. */
async function createProtected(email: string) {
  await createAccount(auth, email);
  const browser = auth.browser();
  const { data } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  const enrolled = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  const code = new TOTP({ secret: Secret.fromBase32(enrolled.data?.totp?.secret ?? '') }).generate();
  const factorId = enrolled.data?.id ?? '';
  expect((await browser.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  return { browser, userId: data.user?.id ?? '', factorId };
}

test('the operator lists factors without their secrets and removes one of a lost phone', async () => {
  const { browser, userId, factorId } = await createProtected('ana@parqueo.test');
  const { mfa } = auth.operator().auth.admin;
  const listed = await mfa.listFactors({ userId });
  expect(listed.data?.factors).toEqual([
    {
      id: factorId,
      friendly_name: 'Telephone',
      factor_type: 'totp',
      status: 'verified',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: expect.any(String),
    },
  ]);
  const removed = await mfa.deleteFactor({ userId, id: factorId });
  expect(removed.error).toBeNull();
  expect(JSON.stringify(removed.data)).toContain(factorId);
  expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect([data?.currentLevel, data?.nextLevel]).toEqual(['aal1', 'aal1']);
});

test('a factor is found only under the account that it belongs to', async () => {
  const { factorId } = await createProtected('bea@parqueo.test');
  const other = await createProtected('cira@parqueo.test');
  const { mfa } = auth.operator().auth.admin;
  const foreign = await mfa.deleteFactor({ userId: other.userId, id: factorId });
  expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'mfa_factor_not_found']);
  expect((await mfa.listFactors({ userId: NOBODY })).error?.code).toBe('user_not_found');
  expect((await mfa.deleteFactor({ userId: NOBODY, id: factorId })).error?.code).toBe('user_not_found');
  const [row] = await auth.database.sql`select 1 from auth.mfa_factors where id = ${factorId}`;
  expect(row).toBeDefined();
});

test.each(['/admin/users/me', '/admin/users/me/factors'])('%s with an id that is none is not found', async (path) => {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1${path}`, { headers: { apikey: auth.keys.secretKey } });
  expect([response.status, await response.json()]).toEqual([
    404,
    { code: 404, error_code: 'validation_failed', msg: 'user_id must be an UUID' },
  ]);
});
