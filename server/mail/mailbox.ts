import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { isSameSecret } from '../../supabase-server/gotrue/secrets.ts';
import type { Config } from '../config/config.ts';
import { renderPage } from '../http/page.ts';
import { deriveOperatorKey, type Keys } from '../keys/keys.ts';

type MailRow = { to: string; subject: string; text: string; html: string; calendar: string | null; sentAt: Date };

/** Mails contain their own styles. Neither they nor this page may run scripts or load anything. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
h2 { margin: 0; font-size: 1.125rem; }
.empty { padding: 3rem 1rem; border: 1px dashed var(--line); border-radius: 1rem; text-align: center; color: var(--muted); }
article { margin-bottom: 1.25rem; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.25rem 0 0.75rem; font-size: 0.875rem; color: var(--muted); overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 24rem; border: 0; border-radius: 0.75rem; background: #f7f4ef; }
`;

const SPANISH_TIME = new Intl.DateTimeFormat('es', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** Such as 'Sun, 22 Nov 2026 14:49:03 GMT' or 'dom, 22 nov 2026, 2:49:03 p. m. UTC'. */
const FORMAT_TIME: Record<Language, (time: Date) => string> = {
  en: (time) => time.toUTCString(),
  es: (time) => SPANISH_TIME.format(time),
};

function renderCalendarLink(file: string, locale: Language) {
  const address = `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`;
  return html`<a download="parqueo.ics" href="${address}">${m.mailbox_calendar({}, { locale })}</a>`;
}

function renderMails(mails: readonly MailRow[], locale: Language) {
  const body = html`<h1>${m.mailbox_title({}, { locale })}</h1>
      <p class="note">${m.mailbox_note({}, { locale })}</p>
      ${mails.length === 0 ? html`<p class="empty">${m.mailbox_empty({}, { locale })}</p>` : ''}
      ${mails.map(
        (mail) => html`<article>
          <h2>${mail.subject}</h2>
          <p class="meta">
            <span>${m.mailbox_to({ address: mail.to }, { locale })}</span>
            <time datetime="${mail.sentAt.toISOString()}">${FORMAT_TIME[locale](mail.sentAt)}</time>
            ${mail.calendar === null ? '' : renderCalendarLink(mail.calendar, locale)}
          </p>
          <iframe
            title="${mail.subject}"
            sandbox="allow-popups allow-top-navigation-by-user-activation"
            srcdoc="${mail.html}"
          ></iframe>
        </article>`,
      )}`;
  return renderPage({ locale, title: m.mailbox_page_title({}, { locale }), style: STYLE, body });
}

/** Keeps the key of the link that the operator followed. */
const COOKIE = 'parqueo-mailbox';

type Dependencies = {
  config: Pick<Config, 'smtpUrl' | 'isDemo' | 'publicUrl'>;
  sql: Sql;
  keys: Pick<Keys, 'secretKey'>;
};

/**
 * The built-in mailbox: `/mailbox` for people and `/mailbox.json` for programs, newest first. Except in a demo it takes the key of
 * the link that the start prints. It does not exist when mail goes out by SMTP.
 */
export function createMailbox({ config, sql, keys }: Dependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (config.smtpUrl !== undefined) return app;
  const key = deriveOperatorKey(keys);
  const loadMails = () => sql<MailRow[]>`
    select recipient as to, subject, text_body as text, html_body as html, calendar, sent_at as "sentAt"
    from parqueo_server.mailbox order by id desc`;

  app.on('GET', ['/mailbox', '/mailbox.json'], async function requireKey(c, next) {
    const given = c.req.query('key') ?? getCookie(c, COOKIE) ?? '';
    if (!config.isDemo && !isSameSecret(key, given)) return c.notFound();
    c.header('content-security-policy', POLICY);
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    await next();
  });
  app.get('/mailbox', async (c) => {
    if (!config.isDemo && c.req.query('key') !== undefined) {
      const secure = config.publicUrl.startsWith('https:');
      setCookie(c, COOKIE, key, { path: '/mailbox', httpOnly: true, sameSite: 'Strict', secure });
      return c.redirect('/mailbox', 303);
    }
    return c.html(renderMails(await loadMails(), extractLocaleFromRequest(c.req.raw)));
  });
  app.get('/mailbox.json', async (c) => c.json(await loadMails()));
  return app;
}
