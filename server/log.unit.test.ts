import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { createLog, formatFailure } from './log.ts';
import { startSmtp } from './testing/smtp.ts';

/** The line that the log writes about an error. */
function logLine(err: unknown): string {
  const lines: string[] = [];
  createLog({ write: (line) => lines.push(line) })
    .child({ requestId: 'r-1' })
    .error({ err }, 'a mail could not be sent');
  return lines.join('');
}

/** How a real mail server rejects a mail, and what the library throws. */
async function catchError(answer: 'sender' | 'recipient' | 'login'): Promise<unknown> {
  const refuse = (sentence: string) => Object.assign(new Error(sentence), { responseCode: 550 });
  const url = await startSmtp({
    authOptional: answer !== 'login',
    onAuth: ({ username }, _session, done) => done(refuse(`no such user ${username}`)),
    onMailFrom: ({ address }, _session, done) => done(answer === 'sender' ? refuse(`<${address}> rejected`) : null),
    onRcptTo: ({ address }, _session, done) => done(refuse(`<${address}> unknown`)),
  });
  const auth = answer === 'login' ? { auth: { user: 'mail-user', pass: 'mail-secret' } } : {};
  const transport = createTransport({ url, ...auth });
  onTestFinished(() => transport.close());
  return transport
    .sendMail({ from: 'no-reply@parqueo.test', to: 'ana@parqueo.test', subject: 'Hello', text: 'code 123456' })
    .catch((error: unknown) => error);
}

test.each(['sender', 'recipient', 'login'] as const)(
  'the log has the codes of a mail error (%s) and nothing of the mail and its addresses',
  async (answer) => {
    const error = await catchError(answer);
    expect(error).toBeInstanceOf(Error);
    for (const text of [
      logLine(error),
      logLine(new Error('for ana@parqueo.test', { cause: error })),
      formatFailure(error),
    ]) {
      expect(text).not.toMatch(/parqueo\.test|mail-user|mail-secret|123456|bWFpbC/);
      expect(text).toMatch(/EENVELOPE|EAUTH/);
    }
    expect(JSON.parse(logLine(error))).toMatchObject({ requestId: 'r-1', err: { responseCode: expect.any(Number) } });
  },
);

test('the log names the constraint that a row broke, and not the row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    name: 'error',
    severity: 'ERROR',
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(ana@parqueo.test) already exists.',
    where: 'COPY ana',
    internalQuery: "select 'ana'",
  });
  const line = logLine(error);
  expect(JSON.parse(line).err).toMatchObject({
    type: 'error',
    code: '23505',
    constraint: 'users_email_key',
  });
  expect(line).not.toContain('ana');
});

test('the log has no value that a column does not take', () => {
  const line = logLine(
    Object.assign(new Error('invalid input syntax for type uuid: "my secret"'), { severity: 'ERROR', code: '22P02' }),
  );
  expect(line).toContain('22P02');
  expect(line).not.toContain('my secret');
});

test('the log has no address with a password, and no piece of what could not be parsed', () => {
  const ofUrl = new Error('cannot open postgres://parqueo:s3cret@db/parqueo or https://api.test/a?token=t0ken');
  const parse = () => JSON.parse('{"password":"s3cret"') as unknown;
  expect(logLine(Object.assign(ofUrl, { input: 's3cret' }))).not.toMatch(/s3cret|t0ken/);
  expect(parse).toThrow(SyntaxError);
  try {
    parse();
  } catch (error) {
    expect(logLine(error)).not.toContain('s3cret');
    expect(formatFailure(error)).toMatch(/^SyntaxError\n\s+at /);
  }
});

test('the log says what went wrong and where when it is a fault of ours', () => {
  const { err } = JSON.parse(logLine(new TypeError('x is not a function'))) as { err: Record<string, string> };
  expect(err).toMatchObject({ type: 'TypeError', message: 'x is not a function' });
  expect(err.stack).toContain('log.unit.test.ts');
});
