import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createAccount,
  givePassword,
  signIn as logIn,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  post,
} from '../../../server/testing/auth.ts';

const NOBODY = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

const auth = await openAuth();
afterEach(() => {
  vi.useRealTimers();
});

const signIn = (email: string) => logIn(auth, email);

/** The current code of the authenticator app. */
const generateCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Advances the clock by seconds, to the next code of the app. */
function wait(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] });
}

/** Gives the password and begins a factor. */
async function enrol(browser: SupabaseClient, friendlyName = 'Telephone') {
  await givePassword(browser);
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, ...data.totp };
}

const prove = (browser: SupabaseClient, factorId: string, code: string) =>
  browser.auth.mfa.challengeAndVerify({ factorId, code });

/** A driver with a verified factor, in a session at aal2. */
async function withFactor(email: string) {
  await createAccount(auth, email);
  const browser = await signIn(email);
  const factor = await enrol(browser);
  const { data, error } = await prove(browser, factor.id, generateCode(factor.secret));
  if (error) throw error;
  return { browser, factor, userId: data.user.id };
}

const readLevel = async (browser: SupabaseClient) => {
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

test('a driver enrols a factor, and the session stays aal2 after a refresh', async () => {
  await createAccount(auth, 'ana@parqueo.test');
  const browser = await signIn('ana@parqueo.test');
  const factor = await enrol(browser);
  expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
  expect(factor.qr_code).not.toContain('#');
  expect(factor.uri).toBe(
    `otpauth://totp/Parqueo:ana%40parqueo.test?issuer=Parqueo&secret=${factor.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(await readLevel(browser)).toEqual(['aal1', 'aal1']);

  const events: string[] = [];
  browser.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  expect((await prove(browser, factor.id, generateCode(factor.secret))).error).toBeNull();
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(await readLevel(browser)).toEqual(['aal2', 'aal2']);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  const { data } = await browser.auth.getClaims();
  expect(data?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
});

test('a code in other digits or of another length is a wrong code', async () => {
  await createAccount(auth, 'digits@parqueo.test');
  const browser = await signIn('digits@parqueo.test');
  const factor = await enrol(browser);
  for (const code of ['١٢٣٤٥٦', '12345', '1234567', '12 456', '']) {
    const { error } = await prove(browser, factor.id, code);
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed']);
  }
});

test('a later sign-in with the password reports that aal2 is needed', async () => {
  const { factor } = await withFactor('later@parqueo.test');
  const browser = await signIn('later@parqueo.test');
  expect(await readLevel(browser)).toEqual(['aal1', 'aal2']);
  const { data } = await browser.auth.mfa.listFactors();
  expect(data?.totp.map(({ id, friendly_name, status }) => [id, friendly_name, status])).toEqual([
    [factor.id, 'Telephone', 'verified'],
  ]);
  wait(60);
  expect((await prove(browser, factor.id, generateCode(factor.secret))).error).toBeNull();
  expect(await readLevel(browser)).toEqual(['aal2', 'aal2']);
});

test('sessions at aal1 end when the first factor is verified', async () => {
  await createAccount(auth, 'both@parqueo.test');
  const own = await signIn('both@parqueo.test');
  const other = await signIn('both@parqueo.test');
  const factor = await enrol(own);
  await prove(own, factor.id, generateCode(factor.secret));
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await own.auth.getUser()).error).toBeNull();
});

test('a code works once, in any session, and no older code works after it', async () => {
  const { factor } = await withFactor('replay@parqueo.test');
  const used = generateCode(factor.secret);
  const browser = await signIn('replay@parqueo.test');
  expect((await prove(browser, factor.id, used)).error?.code).toBe('mfa_verification_failed');
  wait(30);
  expect((await prove(browser, factor.id, generateCode(factor.secret))).error).toBeNull();
  expect((await prove(await signIn('replay@parqueo.test'), factor.id, used)).error?.code).toBe(
    'mfa_verification_failed',
  );
});

test('one code sent twice at the same moment is accepted once', async () => {
  const { factor } = await withFactor('race@parqueo.test');
  const browsers = [await signIn('race@parqueo.test'), await signIn('race@parqueo.test')];
  wait(60);
  const code = generateCode(factor.secret);
  const responses = await Promise.all(browsers.map((browser) => prove(browser, factor.id, code)));
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

test('wrong codes, used or expired challenges and foreign factors are rejected', async () => {
  const { browser, factor } = await withFactor('careful@parqueo.test');
  const right = generateCode(factor.secret);
  const wrong = right === '000000' ? '111111' : '000000';
  expect((await prove(browser, factor.id, wrong)).error?.code).toBe('mfa_verification_failed');

  const { data: challenge } = await browser.auth.mfa.challenge({ factorId: factor.id });
  const response = (code: string) =>
    browser.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code });
  await auth.database.sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds'`;
  wait(60);
  expect((await response(generateCode(factor.secret))).error?.code).toBe('mfa_challenge_expired');

  const { browser: stranger } = await withFactor('stranger@parqueo.test');
  expect((await prove(stranger, factor.id, generateCode(factor.secret))).error?.code).toBe('mfa_factor_not_found');
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('mfa_factor_not_found');
});

test('a recovery link does not bypass the factor', async () => {
  await withFactor('recover@parqueo.test');
  const browser = auth.browser();
  await browser.auth.resetPasswordForEmail('recover@parqueo.test');
  await browser.auth.verifyOtp({
    email: 'recover@parqueo.test',
    token: auth.codeTo('recover@parqueo.test'),
    type: 'recovery',
  });
  expect((await browser.auth.updateUser({ password: 'a-better-password' })).error?.code).toBe('insufficient_aal');
});

test('a mail tells the owner of a new factor and of one that was removed, by whomever', async () => {
  const email = 'told@parqueo.test';
  const { browser, factor } = await withFactor(email);
  expect(auth.subjectsTo(email)[0]).toBe('Two-factor authentication is on');
  const before = auth.subjectsTo(email).length;
  const { id } = await enrol(browser, 'Never verified');
  expect((await browser.auth.mfa.unenroll({ factorId: id })).error).toBeNull();
  expect(auth.subjectsTo(email)).toHaveLength(before);
  expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  expect(auth.subjectsTo(email)[0]).toBe('Two-factor authentication is off');
});

test('a refresh token from before the factor never gets aal2, and the session goes on', async () => {
  await createAccount(auth, 'copied@parqueo.test');
  const browser = await signIn('copied@parqueo.test');
  const copied = (await browser.auth.getSession()).data.session?.refresh_token ?? '';
  const factor = await enrol(browser);
  await prove(browser, factor.id, generateCode(factor.secret));
  expect((await auth.browser().auth.refreshSession({ refresh_token: copied })).error?.code).toBe(
    'refresh_token_not_found',
  );
  expect((await browser.auth.refreshSession()).error).toBeNull();
  expect(await readLevel(browser)).toEqual(['aal2', 'aal2']);
});

test('neither the refresh token at aal2 nor the one before it gets aal2 once the factor is removed', async () => {
  const { browser, factor } = await withFactor('removed@parqueo.test');
  const readToken = async () => (await browser.auth.getSession()).data.session?.refresh_token ?? '';
  const tokens = [await readToken()];
  await browser.auth.refreshSession();
  tokens.push(await readToken());
  await browser.auth.mfa.unenroll({ factorId: factor.id });
  for (const refresh_token of tokens) {
    const thief = auth.browser();
    const { error } = await thief.auth.refreshSession({ refresh_token });
    expect([error, await readLevel(thief)]).toEqual([null, ['aal1', 'aal1']]);
  }
});

test('a session without a recent proof enrols no factor, verifies none and removes none', async () => {
  const email = 'borrowed@parqueo.test';
  await createAccount(auth, email);
  const owner = await signIn(email);
  const begun = await enrol(owner);
  const thief = await signIn(email);
  const code = generateCode(begun.secret);
  const needed = { status: 400, code: 'reauthentication_needed' };
  expect((await thief.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needed);
  expect((await prove(thief, begun.id, code)).error).toMatchObject(needed);
  expect((await prove(owner, begun.id, code)).error).toBeNull();
  await auth.database.sql`update auth.sessions set proved_at = now() - interval '61 minutes'`;
  expect((await owner.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needed);
  expect((await owner.auth.mfa.unenroll({ factorId: begun.id })).error).toMatchObject(needed);
  wait(60);
  expect((await prove(owner, begun.id, generateCode(begun.secret))).error).toBeNull();
  expect((await owner.auth.mfa.unenroll({ factorId: begun.id })).error).toBeNull();
});

test('a mailed code and a session that a mail opened enrol a factor without the password', async () => {
  const email = 'mailed@parqueo.test';
  await createAccount(auth, email);
  const withCode = await signIn(email);
  await withCode.auth.reauthenticate();
  expect((await withCode.auth.updateUser({ nonce: auth.codeTo(email) })).error).toBeNull();
  expect((await withCode.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One' })).error).toBeNull();

  const byMail = auth.browser();
  await byMail.auth.signInWithOtp({ email });
  await byMail.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'email' });
  expect((await byMail.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Two' })).error).toBeNull();
});

describe('the link of a mail about the first factor', () => {
  const removalTo = (email: string) => {
    const text = auth.mails.find(({ to, subject }) => to === email && subject.endsWith(' is on'))?.text;
    return text?.match(/\/remove-factor#(\S+)/)?.[1] ?? '';
  };
  const remove = async (token: string) => (await post(auth, '/factors/removal', { token })).status;
  const countFactors = async (userId: string) =>
    (await auth.database.sql`select from auth.mfa_factors where user_id = ${userId}`).length;

  test('takes off every factor that came with it, sessions and links, once, and a recovery then works', async () => {
    const email = 'victim@parqueo.test';
    const { browser: thief, userId } = await withFactor(email);
    const token = removalTo(email);
    const another = await enrol(thief, 'Another');
    expect((await prove(thief, another.id, generateCode(another.secret))).error).toBeNull();
    expect(auth.subjectsTo(email)[0]).toBe('Another authenticator app was added');
    await thief.auth.mfa.recoveryCodes.regenerate();
    await thief.auth.updateUser({ email: 'thief@parqueo.test' });
    const move = auth.linkTo('thief@parqueo.test');
    expect(await remove('something-else')).toBe(403);
    expect(await remove(token)).toBe(200);
    expect([await countFactors(userId), await remove(token)]).toEqual([0, 403]);
    expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await auth.database.sql`select from auth.mfa_recovery_codes where user_id = ${userId}`).toHaveLength(0);
    expect(auth.subjectsTo(email)[0]).toBe('Two-factor authentication is off');
    expect((await auth.follow(move)).hash).toContain('error_code=otp_expired');

    const owner = auth.browser();
    await owner.auth.resetPasswordForEmail(email);
    await owner.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'recovery' });
    expect((await owner.auth.updateUser({ password: 'a-better-password' })).error).toBeNull();
  });

  test('works for 72 hours, whoever changes the password meanwhile', async () => {
    const email = 'late@parqueo.test';
    const { browser, userId } = await withFactor(email);
    await browser.auth.updateUser({ password: 'the-password-of-a-thief', current_password: PASSWORD });
    const age = (hours: number) =>
      auth.database.sql`
        update auth.one_time_tokens set created_at = now() - make_interval(hours => ${hours})
        where user_id = ${userId} and token_type = 'factor_removal_token'`;
    await age(71);
    expect(await remove(removalTo(email))).toBe(200);

    const old = await withFactor('older@parqueo.test');
    await auth.database.sql`update auth.one_time_tokens set created_at = now() - interval '73 hours'`;
    expect(await remove(removalTo('older@parqueo.test'))).toBe(403);
    expect(await countFactors(old.userId)).toBe(1);
  });

  test('does not follow a GET, as mail servers do', async () => {
    const email = 'scanned@parqueo.test';
    const { userId } = await withFactor(email);
    const url = `${PUBLIC_URL}/auth/v1/factors/removal?token=${removalTo(email)}`;
    const response = await auth.fetch(url, { headers: { apikey: auth.keys.publishableKey } });
    expect([response.status, await countFactors(userId)]).toEqual([404, 1]);
  });
});

describe('recovery codes', () => {
  async function withCodes(email: string) {
    const owner = await withFactor(email);
    const { data, error } = await owner.browser.auth.mfa.recoveryCodes.regenerate();
    if (error) throw error;
    return { ...owner, codes: data.codes };
  }

  const countLeft = async (browser: SupabaseClient) =>
    (await browser.auth.mfa.recoveryCodes.getStatus()).data?.remaining;

  test('are ten, and each works once in place of a code of the app, however it is typed', async () => {
    const email = 'forgetful@parqueo.test';
    const { browser, factor, codes, userId } = await withCodes(email);
    expect(codes).toHaveLength(10);
    expect(codes.every((code) => /^[a-z2-9]{10}$/.test(code))).toBe(true);
    const stored = await auth.database.sql`select code_hash from auth.mfa_recovery_codes where user_id = ${userId}`;
    expect(codes.filter((code) => JSON.stringify(stored).includes(code))).toEqual([]);

    const [code = '', other = ''] = codes;
    const later = await signIn(email);
    const typed = `${code.slice(0, 5)}-${code.slice(5)} `.toUpperCase();
    expect((await prove(later, factor.id, typed)).error).toBeNull();
    expect(await readLevel(later)).toEqual(['aal2', 'aal2']);
    expect(auth.subjectsTo(email)[0]).toBe('A recovery code was used');
    expect((await prove(await signIn(email), factor.id, code)).error?.code).toBe('mfa_verification_failed');
    const byCode = await signIn(email);
    expect((await byCode.auth.mfa.recoveryCodes.verify({ code: other })).error).toBeNull();
    expect([await readLevel(byCode), await countLeft(browser)]).toEqual([['aal2', 'aal2'], 8]);
  });

  test('are accepted once when they are sent twice at the same moment, and by their own account only', async () => {
    const { factor, codes } = await withCodes('racing@parqueo.test');
    const [code = '', other = ''] = codes;
    const browsers = [await signIn('racing@parqueo.test'), await signIn('racing@parqueo.test')];
    const responses = await Promise.all(browsers.map((browser) => prove(browser, factor.id, code)));
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
    const { browser: stranger, factor: foreign } = await withFactor('curious@parqueo.test');
    expect((await prove(stranger, foreign.id, other)).error?.code).toBe('mfa_verification_failed');
  });

  test('are created with a verified factor and a recent proof only, and new ones replace the old', async () => {
    const email = 'careless@parqueo.test';
    await createAccount(auth, email);
    const browser = auth.browser();
    await browser.auth.signInWithPassword({ email, password: PASSWORD });
    const create = async () => {
      const { data, error } = await browser.auth.mfa.recoveryCodes.regenerate();
      return error?.code ?? data?.codes ?? [];
    };
    expect(await create()).toBe('mfa_recovery_codes_sole_factor');
    const factor = await enrol(browser);
    await prove(browser, factor.id, generateCode(factor.secret));
    expect((await browser.auth.mfa.recoveryCodes.generate()).data?.codes).toHaveLength(10);
    expect((await browser.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
    const [old = ''] = await create();
    expect(await create()).toHaveLength(10);
    expect(auth.subjectsTo(email)[0]).toBe('Your new recovery codes');
    expect((await prove(await signIn(email), factor.id, old)).error?.code).toBe('mfa_verification_failed');
    await auth.database.sql`update auth.sessions set proved_at = now() - interval '61 minutes'`;
    expect(await create()).toBe('reauthentication_needed');
  });

  test('go with the last factor', async () => {
    const { browser, factor, userId } = await withCodes('leaving@parqueo.test');
    await browser.auth.mfa.unenroll({ factorId: factor.id });
    expect(await auth.database.sql`select from auth.mfa_recovery_codes where user_id = ${userId}`).toHaveLength(0);
  });
});

test('the database stores no secret that generates codes', async () => {
  const { factor } = await withFactor('sealed@parqueo.test');
  const [row] = await auth.database.sql<
    { secret: string }[]
  >`select secret from auth.mfa_factors where id = ${factor.id}`;
  expect(row?.secret.split('.')).toHaveLength(5);
  expect(row?.secret).not.toContain(factor.secret);
});

test('a second factor of the same name and other factor types are rejected', async () => {
  const { browser } = await withFactor('kinds@parqueo.test');
  const again = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  expect(again.error?.code).toBe('mfa_factor_name_conflict');
  const phone = await browser.auth.mfa.enroll({ factorType: 'phone', phone: '18095550100' });
  expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled');
});

test('a driver enrols at most ten factors', async () => {
  await createAccount(auth, 'many@parqueo.test');
  const browser = await signIn('many@parqueo.test');
  for (let count = 0; count < 10; count += 1) await enrol(browser, `Factor ${count}`);
  const { error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Eleventh' });
  expect(error?.code).toBe('too_many_enrolled_mfa_factors');
});

test('the operator lists factors without their secrets and removes one of a lost phone', async () => {
  const { browser, userId, factor } = await withFactor('lost@parqueo.test');
  const { mfa } = auth.operator().auth.admin;
  const listed = await mfa.listFactors({ userId });
  expect(listed.data?.factors).toEqual([
    {
      id: factor.id,
      friendly_name: 'Telephone',
      factor_type: 'totp',
      status: 'verified',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: expect.any(String),
    },
  ]);
  const removed = await mfa.deleteFactor({ userId, id: factor.id });
  expect(removed.error).toBeNull();
  expect(JSON.stringify(removed.data)).toContain(factor.id);
  expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  expect(await readLevel(browser)).toEqual(['aal1', 'aal1']);
});

test('the operator finds a factor only under the account that it belongs to', async () => {
  const { factor } = await withFactor('bea@parqueo.test');
  const other = await withFactor('cira@parqueo.test');
  const { mfa } = auth.operator().auth.admin;
  const foreign = await mfa.deleteFactor({ userId: other.userId, id: factor.id });
  expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'mfa_factor_not_found']);
  expect((await mfa.listFactors({ userId: NOBODY })).error?.code).toBe('user_not_found');
  expect((await mfa.deleteFactor({ userId: NOBODY, id: factor.id })).error?.code).toBe('user_not_found');
  expect(await auth.database.sql`select 1 from auth.mfa_factors where id = ${factor.id}`).toHaveLength(1);
});
