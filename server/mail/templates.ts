import { html } from 'hono/html';
import { m } from '#messages';
import type { MailContext } from './find-mail-context.ts';
import type { Mail } from './mailer.ts';

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** A link to follow, and the code that does the same where it is typed. */
type LinkAndCode = { link: string; code: string };

type Content = MailContext & {
  to: string;
  subject: string;
  greeting: string;
  button?: { label: string; link: string };
  code?: string;
  closing: string;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function renderButton({ label, link }: { label: string; link: string }) {
  return html`<p style="margin:0 0 24px">
        <a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#ff7a1a;color:#1f1206;font-size:16px;font-weight:700;text-decoration:none">${label}</a>
      </p>`;
}

function renderCode(lead: string, code: string) {
  return html`<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${lead} <b style="font-size:22px;letter-spacing:4px;white-space:nowrap">${code}</b></p>`;
}

async function renderMail({ to, language, app, subject, greeting, button, code, closing }: Content): Promise<Mail> {
  const sayLead = button === undefined ? m.mail_code_alone : m.mail_code_besides_link;
  const lead = sayLead({}, { locale: language });
  const body = await html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <title>${subject}</title>
    <base target="_top" />
  </head>
  <body style="margin:0;padding:24px;background:#f7f4ef;color:#1f1a14;${FONT}">
    <div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px">
      <p style="margin:0 0 16px;font-size:22px;font-weight:800">${app}</p>
      <p style="margin:0 0 24px;font-size:16px;line-height:1.5">${greeting}</p>
      ${button === undefined ? '' : renderButton(button)}
      ${code === undefined ? '' : renderCode(lead, code)}
      <p style="margin:0;font-size:14px;line-height:1.5;color:#5f574d">${closing}</p>
    </div>
  </body>
</html>`;
  const paragraphs = [
    greeting,
    ...(button === undefined ? [] : [`${button.label}:\n${button.link}`]),
    ...(code === undefined ? [] : [`${lead} ${code}`]),
    closing,
  ];
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: String(body) };
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

type LinkMail = LinkAndCode & { to: string; type: LinkType; newEmail: string };

/** @param mail `newEmail` is that of a change of address, whose mails go to the new and to the current address */
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

/** Tells the owner of an address that the password of an earlier, perhaps foreign, sign-up was removed. */
export function createPasswordRemovedMail(to: string, link: string, context: MailContext): Promise<Mail> {
  const { language, app } = context;
  const options = { locale: language };
  return renderMail({
    ...context,
    to,
    subject: m.mail_password_removed_subject({}, options),
    greeting: m.mail_password_removed_greeting({ app }, options),
    button: { label: m.mail_password_removed_button({}, options), link },
    closing: m.mail_password_removed_closing({}, options),
  });
}

export function createReauthenticationMail(to: string, code: string, context: MailContext): Promise<Mail> {
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
