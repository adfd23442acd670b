import type { Sql, TransactionSql } from 'postgres';
import type { Mail } from '../../mail/mailer.ts';
import type { Outbox } from '../../mail/outbox.ts';
import {
  confirmationMail,
  emailChangeMail,
  type LinkAndCode,
  passwordRemovedMail,
  reauthenticationMail,
  recoveryMail,
  signInMail,
} from '../../mail/templates.ts';
import { createCode, createSecret, hashCode, hashSecret, isSameSecret } from '../secrets.ts';
import type { UserRow } from '../users/users.ts';

/** For so long a link or a code in a mail works. */
export const LINK_SECONDS = 3600;
/** So many wrong codes may be entered before only the link works: a guess then succeeds once in 100,000 mails. */
export const MAX_WRONG_CODES = 10;

/** What a mail is about. Signing in and recovering share a token: the newer mail replaces the older. */
export type LinkKind = 'signup' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new';

const TOKEN_TYPES = {
  signup: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
} as const satisfies Record<LinkKind, string>;

/** Where an account remembers when it was last sent a mail of this kind. */
const SENT_AT = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
} as const satisfies Record<LinkKind, string>;

export type TokenType = (typeof TOKEN_TYPES)[LinkKind] | 'reauthentication_token';

/** A link or a code that was brought back in time; it works no more. */
export type ConsumedToken = {
  userId: string;
  tokenType: TokenType;
  email: string;
  flowId: string | null;
  /** The digest of the password that was chosen at the sign-up the link was mailed for. */
  encryptedPassword: string | null;
};

type NewToken = {
  userId: string;
  tokenType: TokenType;
  email: string;
  flowId?: string | null | undefined;
  encryptedPassword?: string | null | undefined;
};
type Sending = {
  user: UserRow;
  kind: LinkKind;
  redirectTo: string;
  flowId?: string | null;
  /** Of a sign-up: the digest of the password that the link confirms. */
  encryptedPassword?: string | null;
};
type Entered = { code: string; email: string; tokenTypes: readonly TokenType[] };

/**
 * Sends links and codes by the outbox, and takes each back once. Everything locks the account before its tokens, so that a change of the
 * account and a link that is followed meanwhile come one after the other.
 */
export type MailLinks = {
  send: (tx: TransactionSql, sending: Sending) => Promise<void>;
  /** Sends a code that says again who is at the screen. */
  sendReauthenticationCode: (tx: TransactionSql, user: UserRow) => Promise<void>;
  /** Tells somebody that a password was removed that nobody had confirmed. */
  sendPasswordRemoved: (tx: TransactionSql, user: UserRow) => Promise<void>;
  /** Takes a link back; null when it is unknown, used, replaced or too old. */
  consumeLink: (tx: TransactionSql, token: string, tokenTypes: readonly TokenType[]) => Promise<ConsumedToken | null>;
  /** Takes a code back; null likewise. A wrong one is counted, so the transaction must not be rolled back after null. */
  consumeCode: (tx: TransactionSql, entered: Entered) => Promise<ConsumedToken | null>;
};

type MailLinksParts = { sql: Sql; outbox: Outbox; publicUrl: string; secretKey: string };

function mailOf(kind: LinkKind, user: UserRow, parts: LinkAndCode): Promise<Mail> {
  if (kind === 'signup') return confirmationMail(user.email, parts);
  if (kind === 'magiclink') return signInMail(user.email, parts);
  if (kind === 'recovery') return recoveryMail(user.email, parts);
  const to = kind === 'email_change_current' ? user.email : user.email_change;
  return emailChangeMail(to, user.email_change, parts);
}

const subjectOf = (tokenType: TokenType, email: string) => `${tokenType}:${email}`;

type TokenRow = {
  id: string;
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  code_hash: string | null;
  wrong_codes: number;
  flow_state_id: string | null;
  encrypted_password: string | null;
  is_fresh: boolean;
};

const usedLink = (row: TokenRow): ConsumedToken => ({
  userId: row.user_id,
  tokenType: row.token_type,
  email: row.relates_to,
  flowId: row.flow_state_id,
  encryptedPassword: row.encrypted_password,
});

export function createMailLinks({ sql, outbox, publicUrl, secretKey }: MailLinksParts): MailLinks {
  const columns = sql`id, user_id, token_type, relates_to, code_hash, wrong_codes, flow_state_id, encrypted_password,
    created_at > now() - make_interval(secs => ${LINK_SECONDS}) as is_fresh`;

  /** Keeps digests of a new link and code, which replace older ones of their kind. */
  const renew = async (
    tx: TransactionSql,
    { userId, tokenType, email, flowId = null, encryptedPassword = null }: NewToken,
  ): Promise<{ token: string; code: string }> => {
    const [token, code] = [createSecret(), createCode()];
    await tx`
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, code_hash, flow_state_id, encrypted_password)
      values (${userId}, ${tokenType}, ${hashSecret(token)}, ${email},
        ${hashCode(code, subjectOf(tokenType, email), secretKey)}, ${flowId}, ${encryptedPassword})
      on conflict (user_id, token_type) do update set
        token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
        flow_state_id = excluded.flow_state_id, encrypted_password = excluded.encrypted_password, wrong_codes = 0, created_at = now(), updated_at = now()`;
    return { token, code };
  };

  return {
    async send(tx, { user, kind, redirectTo, flowId, encryptedPassword }) {
      const tokenType = TOKEN_TYPES[kind];
      const email = kind === 'email_change_new' ? user.email_change : user.email;
      const { token, code } = await renew(tx, { userId: user.id, tokenType, email, flowId, encryptedPassword });
      await tx`update auth.users set ${tx(SENT_AT[kind])} = now(), updated_at = now() where id = ${user.id}`;
      const type = tokenType.startsWith('email_change') ? 'email_change' : kind;
      const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
      await outbox.add(tx, await mailOf(kind, user, { link: `${publicUrl}/auth/v1/verify?${query}`, code }));
    },

    async sendReauthenticationCode(tx, user) {
      const { code } = await renew(tx, { userId: user.id, tokenType: 'reauthentication_token', email: user.email });
      await tx`update auth.users set reauthentication_sent_at = now(), updated_at = now() where id = ${user.id}`;
      await outbox.add(tx, await reauthenticationMail(user.email, code));
    },

    async sendPasswordRemoved(tx, { email }) {
      await outbox.add(tx, await passwordRemovedMail(email, `${publicUrl}/forgot-password`));
    },

    async consumeLink(tx, token, tokenTypes) {
      await tx`
        select 1 from auth.users u join auth.one_time_tokens t on t.user_id = u.id
        where t.token_hash = ${hashSecret(token)} for no key update of u`;
      const [row] = await tx<TokenRow[]>`
        delete from auth.one_time_tokens where token_hash = ${hashSecret(token)} and token_type = any(${[...tokenTypes]})
        returning ${columns}`;
      return row?.is_fresh ? usedLink(row) : null;
    },

    async consumeCode(tx, { code, email, tokenTypes }) {
      await tx`
        select 1 from auth.users where id in (select user_id from auth.one_time_tokens where relates_to = ${email})
        order by id for no key update`;
      const rows = await tx<TokenRow[]>`
        select ${columns} from auth.one_time_tokens
        where relates_to = ${email} and token_type = any(${[...tokenTypes]}) order by created_at desc for update`;
      const right = rows.find(
        (row) =>
          row.is_fresh &&
          row.wrong_codes < MAX_WRONG_CODES &&
          row.code_hash !== null &&
          isSameSecret(row.code_hash, hashCode(code, subjectOf(row.token_type, email), secretKey)),
      );
      const ids = rows.map(({ id }) => id);
      if (right === undefined) {
        await tx`update auth.one_time_tokens set wrong_codes = wrong_codes + 1 where id = any(${ids})`;
        return null;
      }
      await tx`delete from auth.one_time_tokens where id = ${right.id}`;
      return usedLink(right);
    },
  };
}
