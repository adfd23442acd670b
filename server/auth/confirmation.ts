import type { Sql, TransactionSql } from 'postgres';
import type { Mailer } from '../mail/mailer.ts';
import { confirmationMail } from '../mail/templates.ts';
import { digestOf, newSecret } from './secrets.ts';
import { confirmEmail, findUser, type UserRow } from './users.ts';

/** For so long a link in a mail works. */
export const LINK_SECONDS = 3600;

/** Sends links that confirm an address, and follows them once. */
export type Confirmation = {
  send: (user: UserRow, redirectTo: string) => Promise<void>;
  /** The account whose link this is, now confirmed; null when the link is unknown, used or too old. */
  follow: (token: string) => Promise<UserRow | null>;
};

type ConfirmationParts = { sql: Sql; mailer: Mailer; publicUrl: string };

export function createConfirmation({ sql, mailer, publicUrl }: ConfirmationParts): Confirmation {
  return {
    async send(user, redirectTo) {
      const token = newSecret();
      const keep = async (tx: TransactionSql) => {
        // A newer link replaces the older one.
        await tx`
          insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
          values (${user.id}, 'confirmation_token', ${digestOf(token)}, ${user.email})
          on conflict (user_id, token_type) do update set
            token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = now(), updated_at = now()`;
        await tx`update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${user.id}`;
      };
      await sql.begin(keep);
      const query = new URLSearchParams({ token, type: 'signup', redirect_to: redirectTo });
      await mailer.send(await confirmationMail(user.email, `${publicUrl}/auth/v1/verify?${query}`));
    },

    follow: (token) =>
      sql.begin(async (tx) => {
        const [link] = await tx<{ user_id: string; is_fresh: boolean }[]>`
          delete from auth.one_time_tokens where token_hash = ${digestOf(token)} and token_type = 'confirmation_token'
          returning user_id, created_at > now() - make_interval(secs => ${LINK_SECONDS}) as is_fresh`;
        if (!link?.is_fresh) return null;
        await confirmEmail(tx, link.user_id);
        return findUser(tx, link.user_id);
      }),
  };
}
