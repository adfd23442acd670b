import type { TransactionSql } from '../../connections/sql.ts';
import type { AuthMails, Notice, NoticeDetails } from '../../host.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type CodeChallenge, createFlowState } from '../pkce/flow-state.ts';
import { createCode, createSecret, hashCode, hashSecret, isSameSecret } from '../secrets.ts';
import { isEmailProven, type UserRow } from '../users/users.ts';

const LINK_SECONDS = 3600;
/** How long the owner of an account may take off a second factor that somebody else has added. */
const REMOVAL_SECONDS = 72 * 3600;
/** After so many wrong codes, which takes strangers in ten networks, only the link works: guessing succeeds once in 10,000 mails. */
export const MAX_WRONG_CODES = 100;

const ofSignUp = { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'email/signup' } as const;
const ofChange = { sentAt: 'email_change_sent_at', type: 'email_change', method: 'email_change' } as const;

/**
 * Kinds of links, each with the method that a session opened by it has under PKCE. Signing in and recovering share a token, so
 * the newer mail replaces the older one.
 */
const LINK_KINDS = {
  signup: { ...ofSignUp, type: 'signup' },
  invite: { ...ofSignUp, type: 'invite' },
  magiclink: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', type: 'magiclink', method: 'magiclink' },
  recovery: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', type: 'recovery', method: 'recovery' },
  email_change_current: { ...ofChange, tokenType: 'email_change_token_current' },
  email_change_new: { ...ofChange, tokenType: 'email_change_token_new' },
} as const;

export type LinkKind = keyof typeof LINK_KINDS;
export type TokenType = (typeof LINK_KINDS)[LinkKind]['tokenType'] | 'reauthentication_token' | 'factor_removal_token';

/** The token of a link or code that was used in time. */
export type ConsumedToken = {
  id: string;
  userId: string;
  tokenType: TokenType;
  email: string;
  flowId: string | null;
  /** The hash of the password that the link of a sign-up confirms; null for other links. */
  encryptedPassword: string | null;
};

type NewToken = Pick<ConsumedToken, 'userId' | 'tokenType' | 'email'> &
  Partial<Pick<ConsumedToken, 'flowId' | 'encryptedPassword'>>;
type NewLink = Pick<NewToken, 'encryptedPassword'> & {
  user: UserRow;
  kind: LinkKind;
  redirectTo: string;
  challenge?: CodeChallenge | null;
};
type EnteredToken = { token: string; tokenTypes: readonly TokenType[]; keepsCode: boolean };
type EnteredCode = { code: string; email: string; tokenTypes: readonly TokenType[] };

export type MailLinks = ReturnType<typeof createMailLinks>;

type Dependencies = {
  mails: AuthMails;
  limiter: Pick<RateLimiter, 'mayMailUnproven'>;
  publicUrl: string;
  secretKey: string;
};

type TokenRow = ConsumedToken & { codeHash: string | null; wrongCodes: number; isFresh: boolean };

const columns = (tx: TransactionSql) => tx`
  id, user_id as "userId", token_type as "tokenType", relates_to as email, code_hash as "codeHash",
  wrong_codes as "wrongCodes", flow_state_id as "flowId", encrypted_password as "encryptedPassword",
  created_at > now() - make_interval(
    secs => case token_type when 'factor_removal_token' then ${REMOVAL_SECONDS}::int else ${LINK_SECONDS}::int end) as "isFresh"`;

const findRecipient = (kind: LinkKind, user: UserRow) => (kind === 'email_change_new' ? user.email_change : user.email);

/** Leaves colons and slashes readable, as GoTrue does. */
const encodeRedirectTo = (address: string) => encodeURIComponent(address).replaceAll('%3A', ':').replaceAll('%2F', '/');

/**
 * Mails links and codes by mail, and consumes them. Accounts are locked before their tokens, so that a change of the
 * account and a link that is followed meanwhile happen one after the other.
 */
export function createMailLinks({ mails, limiter, publicUrl, secretKey }: Dependencies) {
  const hashMailCode = (code: string, tokenType: TokenType, email: string) =>
    hashCode(code, `${tokenType}:${email}`, secretKey);

  /** Stores hashes of a new token and code, which replace older ones of their kind. */
  const createToken = async (
    tx: TransactionSql,
    { userId, tokenType, email, flowId = null, encryptedPassword = null }: NewToken,
  ) => {
    const token = createSecret();
    const code = createCode();
    await tx`
      insert into auth.one_time_tokens
        (user_id, token_type, token_hash, relates_to, code_hash, flow_state_id, encrypted_password)
      values (${userId}, ${tokenType}, ${hashSecret(token)}, ${email}, ${hashMailCode(code, tokenType, email)},
        ${flowId}, ${encryptedPassword})
      on conflict (user_id, token_type) do update set
        token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
        flow_state_id = excluded.flow_state_id, encrypted_password = excluded.encrypted_password,
        wrong_codes = 0, created_at = now(), updated_at = now()`;
    return { token, code };
  };

  /** Retention removes an unconfirmed account so long after this, also where the mail was left out. */
  const markSent = (tx: TransactionSql, kind: LinkKind, { id }: UserRow) => tx`
    update auth.users set ${tx(LINK_KINDS[kind].sentAt)} = now(), updated_at = now() where id = ${id}`;

  const createLink = async (
    tx: TransactionSql,
    { user, kind, redirectTo, challenge = null, encryptedPassword = null }: NewLink,
  ) => {
    const { tokenType, type, method } = LINK_KINDS[kind];
    const email = findRecipient(kind, user);
    const flowId = await createFlowState(tx, { challenge, method, userId: user.id });
    const { token, code } = await createToken(tx, { userId: user.id, tokenType, email, flowId, encryptedPassword });
    await markSent(tx, kind, user);
    const link = `${publicUrl}/auth/v1/verify?token=${token}&type=${type}&redirect_to=${encodeRedirectTo(redirectTo)}`;
    return { link, token, code, email, type };
  };

  return {
    /** Creates a link and its code without a mail; they replace older ones of their kind. */
    create: createLink,

    async send(tx: TransactionSql, newLink: NewLink) {
      const { kind, user } = newLink;
      const isProven = kind !== 'email_change_new' && isEmailProven(user);
      if (!isProven && !(await limiter.mayMailUnproven(tx, findRecipient(kind, user)))) {
        await markSent(tx, kind, user);
        return;
      }
      const { link, code, email, type } = await createLink(tx, newLink);
      await mails.addLink(tx, user.id, { to: email, type, link, code, newEmail: user.email_change });
    },

    async sendReauthenticationCode(tx: TransactionSql, { id, email }: UserRow) {
      const { code } = await createToken(tx, { userId: id, tokenType: 'reauthentication_token', email });
      await tx`update auth.users set reauthentication_sent_at = now(), updated_at = now() where id = ${id}`;
      await mails.addCode(tx, id, { to: email, code });
    },

    /** Tells the owner of an account that the ways to sign in to it have changed. */
    async sendNotice(
      tx: TransactionSql,
      { id, email }: Pick<UserRow, 'id' | 'email'>,
      notice: Notice,
      details: NoticeDetails = {},
    ) {
      // An address that has left the account chooses no password for it.
      const link = notice === 'email_changed' ? {} : { link: `${publicUrl}/forgot-password` };
      await mails.addNotice(tx, id, { to: email, notice, ...link, ...details });
    },

    /**
     * Tells the owner that the account now has a second factor, with a link that removes it. The secret is in the fragment, which
     * no log holds and no mail server sends.
     */
    async sendFactorAdded(tx: TransactionSql, { id, email }: UserRow) {
      const { token } = await createToken(tx, { userId: id, tokenType: 'factor_removal_token', email });
      await mails.addNotice(tx, id, { to: email, notice: 'factor_added', link: `${publicUrl}/remove-factor#${token}` });
    },

    /**
     * Ends the links and codes of an account and the change of its address that waits for one: a stranger may have asked for
     * them. The link that takes off a second factor stays, as it is the owner's.
     */
    async end(tx: TransactionSql, userId: string) {
      await tx`
        delete from auth.one_time_tokens where user_id = ${userId} and token_type <> 'factor_removal_token'`;
      await tx`update auth.users set email_change = '', email_change_confirm_status = 0 where id = ${userId}`;
    },

    /**
     * Consumes the token of a link; null when it is unknown, used, replaced or expired. The code of the same mail works on
     * with `keepsCode`.
     */
    async consumeLink(
      tx: TransactionSql,
      { token, tokenTypes, keepsCode }: EnteredToken,
    ): Promise<ConsumedToken | null> {
      await tx`
        select 1 from auth.users u join auth.one_time_tokens t on t.user_id = u.id
        where t.token_hash = ${hashSecret(token)} for no key update of u`;
      const isOfLink = tx`token_hash = ${hashSecret(token)} and token_type = any(${[...tokenTypes]})`;
      const [row] = keepsCode
        ? await tx<TokenRow[]>`
            update auth.one_time_tokens set token_hash = ${hashSecret(createSecret())}, updated_at = now()
            where ${isOfLink} returning ${columns(tx)}`
        : await tx<TokenRow[]>`delete from auth.one_time_tokens where ${isOfLink} returning ${columns(tx)}`;
      return row?.isFresh ? row : null;
    },

    /** Consumes a code and its link. A wrong code is counted, so the caller must not roll back after null. */
    async consumeCode(tx: TransactionSql, { code, email, tokenTypes }: EnteredCode): Promise<ConsumedToken | null> {
      await tx`
        select 1 from auth.users where id in (select user_id from auth.one_time_tokens where relates_to = ${email})
        order by id for no key update`;
      const rows = await tx<TokenRow[]>`
        select ${columns(tx)} from auth.one_time_tokens
        where relates_to = ${email} and token_type = any(${[...tokenTypes]}) order by created_at desc for update`;
      const match = rows.find(
        (row) =>
          row.isFresh &&
          row.wrongCodes < MAX_WRONG_CODES &&
          row.codeHash !== null &&
          isSameSecret(row.codeHash, hashMailCode(code, row.tokenType, email)),
      );
      if (match === undefined) {
        const ids = rows.map(({ id }) => id);
        await tx`update auth.one_time_tokens set wrong_codes = wrong_codes + 1 where id = any(${ids})`;
        return null;
      }
      await tx`delete from auth.one_time_tokens where id = ${match.id}`;
      return match;
    },
  };
}
