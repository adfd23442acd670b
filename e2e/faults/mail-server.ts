import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail server that is down until it is started. */
export type MailServer = {
  /** What arrived: the addresses of the envelope and the whole message. */
  mails: { to: string[]; message: string }[];
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export function createMailServer(port: number): MailServer {
  const mails: MailServer['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      let message = '';
      for await (const chunk of stream) message += String(chunk);
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), message });
      done();
    },
  });
  return {
    mails,
    async start() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
