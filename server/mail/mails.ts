import { tryGetContext } from 'hono/context-storage';
import type { TransactionSql } from 'postgres';
import { baseLocale, extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { isLanguage } from '../../domain/language/languages.ts';
import type { AuthMails, LinkMail, Notice } from '../../supabase-server/host.ts';
import type { Mail } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { type MailContext, renderMail } from './render-mail.ts';

/**
 * The language that somebody chose, or that of the request that causes the mail; and the name of the product that
 * the operator chose, unless the installation shows sample data.
 */
async function findMailContext(tx: TransactionSql, userId: string): Promise<MailContext> {
  const [found] = await tx<{ language: string | null; app: string | null }[]>`
    select
      (select language from public.user_settings where user_id = ${userId}),
      (select app_name from private.settings()) as app`;
  const request = tryGetContext()?.req.raw;
  const fallback = request === undefined ? baseLocale : extractLocaleFromRequest(request);
  return {
    language: isLanguage(found?.language) ? found.language : fallback,
    app: found?.app ?? getInstallation().appName,
  };
}

const LINK_MAILS = {
  signup: {
    subject: m.mail_sign_up_subject,
    greeting: m.mail_sign_up_greeting,
    label: m.mail_sign_up_button,
    closing: m.mail_sign_up_closing,
  },
  invite: {
    subject: m.mail_invite_subject,
    greeting: m.mail_invite_greeting,
    label: m.mail_invite_button,
    closing: m.mail_invite_closing,
  },
  magiclink: {
    subject: m.mail_log_in_subject,
    greeting: m.mail_log_in_greeting,
    label: m.mail_log_in_button,
    closing: m.mail_log_in_closing,
  },
  recovery: {
    subject: m.mail_recovery_subject,
    greeting: m.mail_recovery_greeting,
    label: m.mail_recovery_button,
    closing: m.mail_recovery_closing,
  },
  email_change: {
    subject: m.mail_email_change_subject,
    greeting: m.mail_email_change_greeting,
    label: m.mail_email_change_button,
    closing: m.mail_email_change_closing,
  },
};

export function createLinkMail({ to, type, link, code, newEmail }: LinkMail, context: MailContext): Promise<Mail> {
  const { subject, greeting, label, closing } = LINK_MAILS[type];
  const { language, app } = context;
  const options = { locale: language };
  return renderMail({
    ...context,
    to,
    subject: subject({ app }, options),
    greeting: greeting({ app, email: newEmail }, options),
    button: { label: label({}, options), link },
    code,
    closing: closing({ app }, options),
  });
}

/** What to do about a change that somebody else made. */
const ADVICE = { label: m.mail_recovery_button, closing: m.mail_notice_closing };

/** Mails that tell the owner of an account that the ways to sign in to it have changed. */
const NOTICE_MAILS = {
  password_removed: {
    subject: m.mail_password_removed_subject,
    greeting: m.mail_password_removed_greeting,
    label: m.mail_password_removed_button,
    closing: m.mail_password_removed_closing,
  },
  password_changed: { subject: m.mail_password_changed_subject, greeting: m.mail_password_changed_greeting, ...ADVICE },
  factor_added: { subject: m.mail_factor_added_subject, greeting: m.mail_factor_added_greeting, ...ADVICE },
  factor_removed: { subject: m.mail_factor_removed_subject, greeting: m.mail_factor_removed_greeting, ...ADVICE },
  identity_linked: { subject: m.mail_identity_linked_subject, greeting: m.mail_identity_linked_greeting, ...ADVICE },
  identity_unlinked: {
    subject: m.mail_identity_unlinked_subject,
    greeting: m.mail_identity_unlinked_greeting,
    ...ADVICE,
  },
};

type NoticeMail = { to: string; notice: Notice; link: string; provider: string };

/** @param mail `provider` is the name of the provider of a linked or unlinked identity, such as Google */
function createNoticeMail({ to, notice, link, provider }: NoticeMail, context: MailContext): Promise<Mail> {
  const { subject, greeting, label, closing } = NOTICE_MAILS[notice];
  const { language, app } = context;
  const options = { locale: language };
  return renderMail({
    ...context,
    to,
    subject: subject({ provider }, options),
    greeting: greeting({ app, provider }, options),
    button: { label: label({}, options), link },
    closing: closing({}, options),
  });
}

function createReauthenticationMail(to: string, code: string, context: MailContext): Promise<Mail> {
  const { language, app } = context;
  const options = { locale: language };
  return renderMail({
    ...context,
    to,
    code,
    subject: m.mail_reauthentication_subject({}, options),
    greeting: m.mail_reauthentication_greeting({ app }, options),
    closing: m.mail_reauthentication_closing({}, options),
  });
}

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
