import { html } from 'hono/html';
import type { Mail } from './mailer.ts';

type Letter = { to: string; link: string; subject: string; greeting: string; action: string; closing: string };

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

async function letter({ to, link, subject, greeting, action, closing }: Letter): Promise<Mail> {
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
      <p style="margin:0 0 24px">
        <a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#ff7a1a;color:#1f1206;font-size:16px;font-weight:700;text-decoration:none">${action}</a>
      </p>
      <p style="margin:0;font-size:14px;line-height:1.5;color:#5f574d">${closing}</p>
    </div>
  </body>
</html>`;
  return { to, subject, text: `${greeting}\n\n${action}:\n${link}\n\n${closing}\n`, html: String(body) };
}

/** Asks a new driver to confirm their address. */
export function confirmationMail(to: string, link: string): Promise<Mail> {
  return letter({
    to,
    link,
    subject: 'Confirm your email address',
    greeting: 'Welcome to Parqueo! Confirm your email address to reserve your first parking space.',
    action: 'Confirm my email address',
    closing: 'The link works once, for one hour. If you did not sign up for Parqueo, ignore this mail.',
  });
}
