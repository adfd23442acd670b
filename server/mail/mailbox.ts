import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { type Config, isBehindProxy } from '../config.ts';
import { isFromThisMachine } from '../local-request.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';

type MailRow = { to: string; subject: string; text: string; html: string; sentAt: Date };

/** The mail brings its own styles; nothing in it, and nothing of this page, may run or load anything. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-src 'self'; form-action 'none'; frame-ancestors 'none'";

function page(mails: readonly MailRow[]) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Mailbox of Parqueo</title>
    <link rel="stylesheet" href="/mailbox/style.css" />
  </head>
  <body>
    <main>
      <h1>Mailbox</h1>
      <p class="note">Mail stays on this machine until SMTP_URL is set. Reload the page to look for new mail.</p>
      ${mails.length === 0 ? html`<p class="empty">No mail yet. It appears here when somebody signs up.</p>` : ''}
      ${mails.map(
        (mail) => html`<article>
          <h2>${mail.subject}</h2>
          <p class="meta">
            <span>To ${mail.to}</span>
            <time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toUTCString()}</time>
          </p>
          <iframe
            title="${mail.subject}"
            sandbox="allow-popups allow-top-navigation-by-user-activation"
            srcdoc="${mail.html}"
          ></iframe>
        </article>`,
      )}
    </main>
  </body>
</html>`;
}

/**
 * The built-in mailbox: `/mailbox` to read and `/mailbox.json` for programs, newest first. It answers this machine only
 * and is not there at all when mail goes out by SMTP, or when a proxy
 * leads people here.
 */
export function createMailbox({
  config,
  sql,
}: {
  config: Pick<Config, 'smtpUrl' | 'host' | 'publicUrl'>;
  sql: Sql;
}): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (config.smtpUrl !== undefined || isBehindProxy(config)) return app;
  const newestFirst = () => sql<MailRow[]>`
    select recipient as to, subject, text_body as text, html_body as html, sent_at as "sentAt"
    from parqueo_server.mailbox order by id desc`;

  app.on('GET', ['/mailbox', '/mailbox.json', '/mailbox/style.css'], async function answerThisMachineOnly(c, next) {
    if (!isFromThisMachine(c)) return c.notFound();
    c.header('content-security-policy', POLICY);
    c.header('cache-control', 'no-store');
    await next();
  });
  app.get('/mailbox', async (c) => c.html(page(await newestFirst())));
  app.get('/mailbox.json', async (c) => c.json(await newestFirst()));
  app.get('/mailbox/style.css', (c) => c.text(MAILBOX_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  return app;
}
