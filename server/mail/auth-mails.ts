import type { AuthMails } from '../../supabase-server/host.ts';
import { type JobContext, scheduleJob } from '../lifecycle/schedule-job.ts';
import { findMailContext } from './find-mail-context.ts';
import type { Outbox } from './outbox.ts';
import { createLinkMail, createNoticeMail, createReauthenticationMail } from './templates.ts';

const EVERY_30_S = '15,45 * * * * *';

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

/**
 * Delivers every 30 seconds what a crashed server left over and what failed before.
 * @returns stops all deliveries and waits for those in progress
 */
export function startMailDelivery({ outbox, ...context }: JobContext & { outbox: Outbox }): () => Promise<void> {
  const stopWork = scheduleJob({
    job: 'mail',
    pattern: EVERY_30_S,
    work: outbox.deliverDue,
    failureMessage: 'the outbox could not be read',
    ...context,
  });
  return async function stopMailDelivery() {
    await outbox.stop();
    await stopWork();
  };
}
