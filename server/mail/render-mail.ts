import { html } from 'hono/html';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { Mail } from './mailer.ts';

/** The language of a mail, and what it calls the product. */
export type MailContext = { language: Language; app: string };

type Link = { label: string; link: string };

/** `details` are lines of a name and a value below the greeting. */
type Content = MailContext & {
  to: string;
  subject: string;
  greeting: string;
  details?: readonly { name: string; value: string }[];
  button?: Link;
  /** Below the button, for what somebody may want next. */
  links?: readonly Link[];
  code?: string;
  closing: string;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function renderButton({ label, link }: Link) {
  return html`<p style="margin:0 0 24px">
        <a href="${link}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#ff7a1a;color:#1f1206;font-size:16px;font-weight:700;text-decoration:none">${label}</a>
      </p>`;
}

function renderLinks(links: readonly Link[]) {
  return html`<p style="margin:0 0 24px;font-size:16px">${links.map(({ label, link }) => html`<a href="${link}" style="display:inline-block;padding:8px 24px 8px 0;color:#8a4b00;font-weight:700">${label}</a>`)}</p>`;
}

function renderCode(lead: string, code: string) {
  return html`<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${lead} <b style="font-size:22px;letter-spacing:4px;white-space:nowrap">${code}</b></p>`;
}

function renderDetails(details: readonly { name: string; value: string }[]) {
  return html`<table role="presentation" style="margin:0 0 24px;border-collapse:collapse;font-size:16px;line-height:1.5">
        ${details.map(
          ({ name, value }) => html`<tr>
          <td style="padding:4px 16px 4px 0;color:#5f574d;vertical-align:top">${name}</td>
          <td style="padding:4px 0;font-weight:600">${value}</td>
        </tr>`,
        )}
      </table>`;
}

/** A mail as HTML and as text, in the product's look. */
export async function renderMail(content: Content): Promise<Mail> {
  const { to, language, app, subject, greeting, details = [], button, links = [], code, closing } = content;
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
      ${details.length === 0 ? '' : renderDetails(details)}
      ${button === undefined ? '' : renderButton(button)}
      ${links.length === 0 ? '' : renderLinks(links)}
      ${code === undefined ? '' : renderCode(lead, code)}
      <p style="margin:0;font-size:14px;line-height:1.5;color:#5f574d">${closing}</p>
    </div>
  </body>
</html>`;
  const paragraphs = [
    greeting,
    ...(details.length === 0 ? [] : [details.map(({ name, value }) => `${name}: ${value}`).join('\n')]),
    ...[...(button === undefined ? [] : [button]), ...links].map(({ label, link }) => `${label}:\n${link}`),
    ...(code === undefined ? [] : [`${lead} ${code}`]),
    closing,
  ];
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: String(body) };
}
