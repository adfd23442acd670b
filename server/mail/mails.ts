import { tryGetContext } from 'hono/context-storage';
import type { TransactionSql } from 'postgres';
import { baseLocale, extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { isLanguage, type Language } from '../../domain/language/languages.ts';
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

type Say = (values: { app: string; email: string; provider: string }, options: { locale: Language }) => string;
type AuthTexts = { subject: Say; greeting: Say; label?: Say; closing: Say };

const LINK_MAILS: Record<LinkMail['type'], AuthTexts> = {
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

/** What to do about a change that somebody else made. */
const ADVICE = { label: m.mail_recovery_button, closing: m.mail_notice_closing };

/** Mails that tell the owner of an account that the ways to sign in to it have changed. */
const NOTICE_MAILS: Record<Notice, AuthTexts> = {
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

const REAUTHENTICATION: AuthTexts = {
  subject: m.mail_reauthentication_subject,
  greeting: m.mail_reauthentication_greeting,
  closing: m.mail_reauthentication_closing,
};

type AuthMail = { to: string; link?: string; code?: string; newEmail?: string; provider?: string };

function createAuthMail(
  { subject, greeting, label, closing }: AuthTexts,
  mail: AuthMail,
  context: MailContext,
): Promise<Mail> {
  const { to, link, code, newEmail: email = '', provider = '' } = mail;
  const say = (text: Say) => text({ app: context.app, email, provider }, { locale: context.language });
  return renderMail({
    ...context,
    to,
    subject: say(subject),
    greeting: say(greeting),
    ...(label === undefined || link === undefined ? {} : { button: { label: say(label), link } }),
    ...(code === undefined ? {} : { code }),
    closing: say(closing),
  });
}

export const createLinkMail = (mail: LinkMail, context: MailContext) =>
  createAuthMail(LINK_MAILS[mail.type], mail, context);

/** The mails of the sign-in, by the outbox. */
export function createAuthMails(outbox: Pick<Outbox, 'add' | 'transaction'>): AuthMails {
  const add = async (tx: TransactionSql, userId: string, texts: AuthTexts, mail: AuthMail) =>
    outbox.add(tx, await createAuthMail(texts, mail, await findMailContext(tx, userId)));
  return {
    transaction: outbox.transaction,
    addLink: (tx, userId, mail) => add(tx, userId, LINK_MAILS[mail.type], mail),
    addCode: (tx, userId, mail) => add(tx, userId, REAUTHENTICATION, mail),
    addNotice: (tx, userId, mail) => add(tx, userId, NOTICE_MAILS[mail.notice], mail),
  };
}
