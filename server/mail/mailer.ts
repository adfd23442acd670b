import { createTransport } from 'nodemailer';
import * as z from 'zod';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import { createSettingsReader, type ReadSettings } from '../config/read-settings.ts';
import { findDomain, findSender } from './sender.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A calendar file that goes with it. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; file: string };
  /** Names the mail, so that a mail server can tell when it gets it a second time. */
  id?: string;
};

export type Mailer = { send: (mail: Mail) => Promise<void> };

const MAILBOX_SIZE = 200;
const TIMEOUT_MS = 10_000;
const CALENDAR_FILE = 'parqueo.ics';

function createMailboxMailer(sql: Sql): Mailer {
  return {
    async send({ to, subject, text, html, calendar }) {
      await sql`
        insert into parqueo_server.mailbox (recipient, subject, text_body, html_body, calendar)
        values (${to}, ${subject}, ${text}, ${html}, ${calendar?.file ?? null})`;
      await sql`
        delete from parqueo_server.mailbox
        where id <= (select id from parqueo_server.mailbox order by id desc offset ${MAILBOX_SIZE} limit 1)`;
    },
  };
}

type Dependencies = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'samples'>;
  sql: Sql;
  readSettings?: ReadSettings;
};

const openMailServer = (url: string) =>
  createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS });

/** Connects to a mail server and logs in, without sending anything. */
export async function tryMailServer(url: string): Promise<void> {
  await openMailServer(url).verify();
}

/** Sends by SMTP where the operator configured a mail server, else into the built-in mailbox. */
export function createMailer({
  config,
  sql,
  readSettings = createSettingsReader({ sql, config }),
}: Dependencies): Mailer {
  if (config.smtpUrl === undefined) return createMailboxMailer(sql);
  const transport = openMailServer(config.smtpUrl);
  return {
    async send({ calendar, id, ...mail }) {
      const from = findSender(config.mailFrom, await readSettings());
      await transport.sendMail({
        from,
        ...mail,
        // Absences and lists of other mail servers do not answer it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(calendar
          ? { icalEvent: { method: calendar.method, filename: CALENDAR_FILE, content: calendar.file } }
          : {}),
        ...(id === undefined ? {} : { messageId: `<${id}@${findDomain(from)}>` }),
      });
    },
  };
}

const mailError = z.object({
  responseCode: z.number().optional().catch(undefined),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
});

/** The part of an error that may be logged: its text contains the recipient. */
export function toErrorCode(error: unknown): string {
  const { responseCode, code } = mailError.safeParse(error).data ?? {};
  return String(responseCode ?? code ?? 'unknown');
}

/** Whether the mail server rejects the recipient for good; other errors may pass. */
export function isRecipientRejected(error: unknown): boolean {
  const { responseCode = 0, code } = mailError.safeParse(error).data ?? {};
  return code === 'EENVELOPE' && responseCode >= 500 && responseCode < 600;
}
