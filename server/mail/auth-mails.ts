import type { AuthMails } from '../../supabase-server/host.ts';
import { findMailContext } from './find-mail-context.ts';
import type { Outbox } from './outbox.ts';
import { createLinkMail, createNoticeMail, createReauthenticationMail } from './templates.ts';

/** The mails of the sign-in, by the outbox. */
export const createAuthMails = (outbox: Pick<Outbox, 'add' | 'transaction'>): AuthMails => ({
  transaction: outbox.transaction,
  async addLink(tx, userId, mail) {
    await outbox.add(tx, await createLinkMail(mail, await findMailContext(tx, userId)));
  },
  async addCode(tx, userId, { to, code }) {
    await outbox.add(tx, await createReauthenticationMail(to, code, await findMailContext(tx, userId)));
  },
  async addNotice(tx, userId, mail) {
    await outbox.add(tx, await createNoticeMail(mail, await findMailContext(tx, userId)));
  },
});
