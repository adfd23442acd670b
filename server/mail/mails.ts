import { tryGetContext } from 'hono/context-storage';
import { baseLocale, extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { isLanguage } from '../../domain/language/languages.ts';
import type { TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { AuthMails, LinkMail, Notice, NoticeDetails } from '../../supabase-server/host.ts';
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

type AuthMail = {
  /** Names the texts. */
  kind: LinkMail['type'] | Notice | 'reauthentication';
  to: string;
  link?: string;
  code?: string;
} & NoticeDetails;

export function createAuthMail(
  { kind, to, link, code, newEmail: email = '', provider = '', codesLeft: count = 0 }: AuthMail,
  { language, app }: MailContext,
): Promise<Mail> {
  const options = { locale: language };
  return renderMail({
    language,
    app,
    to,
    subject: m.mail_subject({ kind, app, provider }, options),
    greeting: m.mail_greeting({ kind, app, email, provider, count }, options),
    ...(link === undefined ? {} : { button: { label: m.mail_button({ kind }, options), link } }),
    ...(code === undefined ? {} : { code }),
    closing: m.mail_closing({ kind, app }, options),
  });
}

/** The mails of the sign-in, by the outbox. */
export function createAuthMails(outbox: Pick<Outbox, 'add' | 'transaction'>): AuthMails {
  const add = async (tx: TransactionSql, userId: string, mail: AuthMail) =>
    outbox.add(tx, await createAuthMail(mail, await findMailContext(tx, userId)));
  return {
    transaction: outbox.transaction,
    addLink: (tx, userId, { type, ...mail }) => add(tx, userId, { ...mail, kind: type }),
    addCode: (tx, userId, mail) => add(tx, userId, { ...mail, kind: 'reauthentication' }),
    addNotice: (tx, userId, { notice, ...mail }) => add(tx, userId, { ...mail, kind: notice }),
  };
}
