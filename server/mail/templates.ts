import { html } from 'hono/html';
import type { Mail } from './mailer.ts';

/** What a mail lets its reader do: follow a link, or type its code where the link was asked for. */
export type LinkAndCode = { link: string; code?: string };

type Letter = {
  to: string;
  subject: string;
  greeting: string;
  /** The button: absent when there is nothing to follow. */
  action?: { label: string; link: string };
  code?: string | undefined;
  closing: string;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function button({ label, link }: { label: string; link: string }) {
  return html`<p style="margin:0 0 24px">
        <a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#ff7a1a;color:#1f1206;font-size:16px;font-weight:700;text-decoration:none">${label}</a>
      </p>`;
}

function codeLine(lead: string, code: string) {
  return html`<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${lead} <b style="font-size:22px;letter-spacing:4px;white-space:nowrap">${code}</b></p>`;
}

async function letter({ to, subject, greeting, action, code, closing }: Letter): Promise<Mail> {
  const lead = action === undefined ? 'Your code:' : 'Or enter this code:';
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
      ${action === undefined ? '' : button(action)}
      ${code === undefined ? '' : codeLine(lead, code)}
      <p style="margin:0;font-size:14px;line-height:1.5;color:#5f574d">${closing}</p>
    </div>
  </body>
</html>`;
  const parts = [
    greeting,
    action === undefined ? null : `${action.label}:\n${action.link}`,
    code === undefined ? null : `${lead} ${code}`,
    closing,
  ];
  return { to, subject, text: `${parts.filter((part) => part !== null).join('\n\n')}\n`, html: String(body) };
}

/** Asks a new driver to confirm their address. */
export function confirmationMail(to: string, { link, code }: LinkAndCode): Promise<Mail> {
  return letter({
    to,
    code,
    subject: 'Confirm your email address',
    greeting: 'Welcome to Parqueo! Confirm your email address to reserve your first parking space.',
    action: { label: 'Confirm my email address', link },
    closing:
      'The link works once, for one hour, and only with the password of this sign-up: links of earlier ones have ended. If you did not sign up for Parqueo just now, ignore this mail.',
  });
}

/** Tells the owner of an address that the password of an earlier sign-up, perhaps somebody else's, opens nothing. */
export function passwordRemovedMail(to: string, link: string): Promise<Mail> {
  return letter({
    to,
    subject: 'Your address is confirmed, and an earlier password was removed',
    greeting:
      'Your email address is confirmed for Parqueo. Before that, somebody had signed up with it and chosen a password. We could not know that it was you, so that password was removed.',
    action: { label: 'Set a password', link },
    closing: 'You stay logged in. You can go on without a password, with a link by mail each time.',
  });
}

/** Lets somebody in without a password. */
export function signInMail(to: string, { link, code }: LinkAndCode): Promise<Mail> {
  return letter({
    to,
    code,
    subject: 'Log in to Parqueo',
    greeting: 'Here is your link to log in to Parqueo.',
    action: { label: 'Log in', link },
    closing: 'The link works once, for one hour. If you did not ask for it, ignore this mail.',
  });
}

/** Lets somebody choose a new password. */
export function recoveryMail(to: string, { link, code }: LinkAndCode): Promise<Mail> {
  return letter({
    to,
    code,
    subject: 'Choose a new password',
    greeting: 'Somebody asked to choose a new password for your Parqueo account.',
    action: { label: 'Choose a new password', link },
    closing: 'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  });
}

/** Asks to confirm that the account gets another address; goes to the new address, and to the one so far. */
export function emailChangeMail(to: string, newEmail: string, { link, code }: LinkAndCode): Promise<Mail> {
  return letter({
    to,
    code,
    subject: 'Confirm your new email address',
    greeting: `Your Parqueo account is about to use the email address ${newEmail}.`,
    action: { label: 'Confirm the change', link },
    closing: 'The link works once, for one hour. If you did not ask for this, ignore this mail: nothing changes.',
  });
}

/** Proves once more that the person at the screen reads the account's mail. */
export function reauthenticationMail(to: string, code: string): Promise<Mail> {
  return letter({
    to,
    code,
    subject: 'Your code to confirm it is you',
    greeting: 'Enter this code in Parqueo to change your password.',
    closing: 'The code works once, for one hour. If you did not ask for it, change your password.',
  });
}
