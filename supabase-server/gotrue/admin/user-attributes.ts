import * as z from 'zod';
import { phoneDisabled, validationFailed } from '../auth-error.ts';
import { hashPassword, requireAcceptablePassword } from '../password/passwords.ts';
import { requireEmail } from '../users/users.ts';

/** Hours, minutes and seconds, of Go's format of a duration. */
const DURATION = /^(?=.)(?:(?<h>\d{1,6})h)?(?:(?<m>\d{1,6})m)?(?:(?<s>\d{1,6})s)?$/;

/** The only role that the data API runs people's requests as. */
const ROLE = 'authenticated';
const BCRYPT_HASH = /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/;
const MIN_BCRYPT_COST = 4;
/** Verifying takes a third of a second; each step more doubles it. */
const MAX_BCRYPT_COST = 12;

const metadata = z.record(z.string(), z.unknown()).nullish();

export const userAttributesBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
});

/** Attributes that were checked; undefined ones are not to be changed. */
export type UserAttributes = Awaited<ReturnType<typeof parseUserAttributes>>;

/** @throws AuthError `validation_failed` for all but bcrypt of a cost that the server can verify at each sign-in */
function requireBcryptHash(hash: string): string {
  const cost = Number(BCRYPT_HASH.exec(hash)?.groups?.cost ?? 0);
  if (cost >= MIN_BCRYPT_COST && cost <= MAX_BCRYPT_COST) return hash;
  throw validationFailed(
    `password_hash: takes a bcrypt hash with a cost from ${MIN_BCRYPT_COST} to ${MAX_BCRYPT_COST}`,
  );
}

/**
 * Checks all attributes of a request and hashes its password.
 * @param minLength of a new password
 * @throws AuthError with the first reason to reject it
 */
export async function parseUserAttributes(body: z.infer<typeof userAttributesBody>, minLength: number) {
  const { password, password_hash, ban_duration, role } = body;
  if (body.phone || body.phone_confirm) throw phoneDisabled('Phone numbers cannot be set on this server');
  if (role && role !== ROLE) throw validationFailed(`role: takes ${ROLE}, as everybody who signs in has that role`);
  const hasPassword = password !== undefined && password !== null;
  if (hasPassword && password_hash) {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  const attributes = {
    email: body.email ? requireEmail(body.email) : undefined,
    isEmailConfirmed: body.email_confirm === true,
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
    banSeconds: ban_duration ? parseBanDuration(ban_duration) : undefined,
  };
  if (hasPassword) requireAcceptablePassword(password, minLength);
  const storedHash = password_hash ? requireBcryptHash(password_hash) : undefined;
  return { ...attributes, encryptedPassword: hasPassword ? await hashPassword(password) : storedHash };
}

/**
 * The seconds of a duration such as `24h` or `2h45m`; 0 for `none`, which lifts a ban.
 * @throws AuthError `validation_failed`
 */
export function parseBanDuration(text: string): number {
  if (text === 'none' || text === '0') return 0;
  const { h = 0, m = 0, s = 0 } = DURATION.exec(text)?.groups ?? {};
  const seconds = Number(h) * 3600 + Number(m) * 60 + Number(s);
  if (seconds > 0) return seconds;
  throw validationFailed(
    'invalid format for ban duration: ban_duration takes none or hours, minutes and seconds such as 24h or 2h45m',
  );
}
