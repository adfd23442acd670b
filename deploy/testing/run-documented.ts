import { spawnSync } from 'node:child_process';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { OLDEST_POSTGRES } from '../../server/testing/outside-postgres.ts';

type Options = {
  /** What stands in the documentation, and what takes its place here. */
  replacements?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** What a person would type. */
  input?: string;
  /** Calls it as PostgreSQL's user when the tests run as root. */
  asPostgres?: boolean;
};

/** @throws Error when the documentation does not have what is replaced */
export function replaceDocumented(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The documentation has no ${from} in: ${text}`);
    return result.replaceAll(from, to);
  }, text);
}

/**
 * Runs commands of the documentation, with PostgreSQL's programs in the path.
 * @returns what they print
 * @throws Error with what they print when one of them fails
 */
export function runDocumented(commands: string, options: Options = {}): string {
  const { replacements = {}, env = {}, input = '', asPostgres = false } = options;
  // Without a terminal programs read passwords from their input.
  const { status, stdout, stderr } = spawnSync(
    'setsid',
    ['--wait', 'sh', '-euc', replaceDocumented(commands, replacements)],
    {
      ...(asPostgres ? findUnprivilegedUser() : null),
      cwd: '/',
      env: { PATH: `${OLDEST_POSTGRES}:${process.env.PATH}`, ...env },
      input,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`These commands ended with ${status}: ${commands}\n${stdout}${stderr}`);
  return stdout;
}
