import { html } from 'hono/html';
import type { Mail } from './mailer.ts';

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** A link to follow, and the code that does the same where it is typed. */
type LinkAndCode = { link: string; code: string };

type Content = {
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

async function renderMail({ to, subject, greeting, button, code, closing }: Content): Promise<Mail> {
  const lead = button === undefined ? 'Your code:' : 'Or enter this code:';
  const body = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${subject}</title>
    <base target="_top" />
  </head>
  <body style="margin:0;padding:24px;background:#f7f4ef;color:#1f1a14;${FONT}">
    <div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px">
      <p style="margin:0 0 16px;font-size:22px;font-weight:800">Parqueo</p>
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

const LINK_MAILS: Record<LinkType, { subject: string; greeting: string; label: string; closing: string }> = {
  signup: {
    subject: 'Confirm your email address',
    greeting: 'Welcome to Parqueo! Confirm your email address to reserve your first parking space.',
    label: 'Confirm my email address',
    closing:
      'The link works once, for one hour, and only with the password of this sign-up: links of earlier ones have ended. If you did not sign up for Parqueo just now, ignore this mail.',
  },
  invite: {
    subject: 'You are invited to Parqueo',
    greeting:
      'You are invited to Parqueo. Accept the invitation and choose a password to reserve your first parking space.',
    label: 'Accept the invitation',
    closing: 'The link works once, for one hour. If you did not expect it, ignore this mail.',
  },
  magiclink: {
    subject: 'Log in to Parqueo',
    greeting: 'Here is your link to log in to Parqueo.',
    label: 'Log in',
    closing: 'The link works once, for one hour. If you did not ask for it, ignore this mail.',
  },
  recovery: {
    subject: 'Choose a new password',
    greeting: 'Somebody asked to choose a new password for your Parqueo account.',
    label: 'Choose a new password',
    closing: 'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  },
  email_change: {
    subject: 'Confirm your new email address',
    greeting: 'Your Parqueo account is about to use the email address {new_email}.',
    label: 'Confirm the change',
    closing: 'The link works once, for one hour. If you did not ask for this, ignore this mail: nothing changes.',
  },
};

/** @param newEmail of a change of address, whose mails go to the new and to the current address */
export function createLinkMail(type: LinkType, to: string, { link, code }: LinkAndCode, newEmail = ''): Promise<Mail> {
  const { subject, greeting, label, closing } = LINK_MAILS[type];
  return renderMail({
    to,
    subject,
    greeting: greeting.replace('{new_email}', () => newEmail),
    button: { label, link },
    code,
    closing,
  });
}

/** Tells the owner of an address that the password of an earlier, perhaps foreign, sign-up was removed. */
export function createPasswordRemovedMail(to: string, link: string): Promise<Mail> {
  return renderMail({
    to,
    subject: 'Your address is confirmed, and an earlier password was removed',
    greeting:
      'Your email address is confirmed for Parqueo. Before that, somebody had signed up with it and chosen a password. We could not know that it was you, so that password was removed.',
    button: { label: 'Set a password', link },
    closing: 'You stay logged in. You can go on without a password, with a link by mail each time.',
  });
}

export function createReauthenticationMail(to: string, code: string): Promise<Mail> {
  return renderMail({
    to,
    code,
    subject: 'Your code to confirm it is you',
    greeting: 'Enter this code in Parqueo to change your password.',
    closing: 'The code works once, for one hour. If you did not ask for it, change your password.',
  });
}
