import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Starts a mail server for the test that calls it, and returns its address for `SMTP_URL`. */
export async function startSmtp(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}
