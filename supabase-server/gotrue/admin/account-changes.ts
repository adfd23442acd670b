import * as z from 'zod';
import type { TransactionSql } from '../../connections/sql.ts';
import type { AccountRules } from '../../host.ts';
import { AuthError, emailExists, phoneDisabled, validationFailed } from '../auth-error.ts';
import { replaceEmail, requireFreeEmail } from '../links/email-change.ts';
import type { MailLinks } from '../links/mail-links.ts';
import { hashPassword, requireAcceptablePassword } from '../password/passwords.ts';
import {
  confirmEmail,
  findUser,
  findUserByEmail,
  insertEmailIdentity,
  insertUser,
  isEmailProven,
  requireEmail,
  requireMergeableMetadata,
  type UserRow,
  updateMetadata,
} from '../users/users.ts';

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
type UserAttributes = Awaited<ReturnType<typeof parseUserAttributes>>;

function requireBcryptHash(hash: string): string {
  const cost = Number(BCRYPT_HASH.exec(hash)?.groups?.cost ?? 0);
  if (cost >= MIN_BCRYPT_COST && cost <= MAX_BCRYPT_COST) return hash;
  throw validationFailed(
    `password_hash: takes a bcrypt hash with a cost from ${MIN_BCRYPT_COST} to ${MAX_BCRYPT_COST}`,
  );
}

/** Checks all attributes of a request and hashes its password. @param minLength of a new password */
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

/** The seconds of a duration such as `24h` or `2h45m`; 0 for `none`, which lifts a ban. */
export function parseBanDuration(text: string): number {
  if (text === 'none' || text === '0') return 0;
  const { h = 0, m = 0, s = 0 } = DURATION.exec(text)?.groups ?? {};
  const seconds = Number(h) * 3600 + Number(m) * 60 + Number(s);
  if (seconds > 0) return seconds;
  throw validationFailed(
    'invalid format for ban duration: ban_duration takes none or hours, minutes and seconds such as 24h or 2h45m',
  );
}

type NewAccount = {
  id: string;
  email: string;
  encryptedPassword?: string | null | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** Inserts an unconfirmed account with its e-mail identity; null when the address or the id is taken. */
export async function insertAccount(
  tx: TransactionSql,
  rules: AccountRules,
  { id, email, encryptedPassword = null, metadata = {} }: NewAccount,
): Promise<UserRow | null> {
  await rules.admitAddress(tx, email);
  const user = await insertUser(tx, { id, email, encryptedPassword, provider: 'email', metadata });
  if (user !== null) await insertEmailIdentity(tx, user);
  return user;
}

/** Creates an unconfirmed account. */
export async function createAccount(tx: TransactionSql, rules: AccountRules, account: NewAccount): Promise<UserRow> {
  const user = await insertAccount(tx, rules, account);
  if (user !== null) return user;
  if ((await findUserByEmail(tx, account.email)) !== null) throw emailExists();
  throw new AuthError(409, 'conflict', 'id: another account has this id');
}

async function changeEmail(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<void> {
  if (email === user.email) return;
  await requireFreeEmail(tx, email);
  const [identity] = await tx`select 1 from auth.identities where user_id = ${user.id} and provider = 'email'`;
  if (!identity) await insertEmailIdentity(tx, { id: user.id, email });
  // The address of a confirmed account counts as confirmed, as the operator vouches for it.
  await replaceEmail(tx, links, user, { email, isVerified: isConfirmed || user.email_confirmed_at !== null });
}

/** Sets another password. Sessions, links and codes from before end. */
async function changePassword(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  encryptedPassword: string,
): Promise<void> {
  const { id } = user;
  await tx`update auth.users set encrypted_password = ${encryptedPassword}, updated_at = now() where id = ${id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${id}`;
  await tx`delete from auth.sessions where user_id = ${id}`;
  await links.sendNotice(tx, user, 'password_changed');
}

/** A rule of the database keeps the last administrator from being banned. */
async function ban(tx: TransactionSql, { id }: UserRow, seconds: number): Promise<void> {
  await tx`
    update auth.users set updated_at = now(),
      banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where id = ${id}`;
}

/** Applies attributes to a locked account and returns it as it is then. */
export async function changeAccount(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  { email, encryptedPassword, isEmailConfirmed, userMetadata, appMetadata, banSeconds }: Partial<UserAttributes>,
): Promise<UserRow> {
  if (email !== undefined) await changeEmail(tx, links, user, { email, isConfirmed: isEmailConfirmed === true });
  if (encryptedPassword !== undefined) await changePassword(tx, links, user, encryptedPassword);
  if (userMetadata !== undefined) {
    requireMergeableMetadata('user_metadata', user.raw_user_meta_data, userMetadata);
    await updateMetadata(tx, user.id, 'raw_user_meta_data', userMetadata);
  }
  if (appMetadata !== undefined) {
    requireMergeableMetadata('app_metadata', user.raw_app_meta_data, appMetadata);
    await updateMetadata(tx, user.id, 'raw_app_meta_data', appMetadata);
  }
  if (isEmailConfirmed && !isEmailProven(user)) {
    await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
    await confirmEmail(tx, user.id);
  }
  if (banSeconds !== undefined) await ban(tx, user, banSeconds);
  return (await findUser(tx, user.id)) ?? user;
}
