import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { formatFailure } from '../log/logged-error.ts';
import { type BackupRequest, readArguments, type USAGE } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command with its arguments and the server's configuration; it prints the returned lines or the failure. */
export function runCommand(
  command: keyof typeof USAGE,
  work: (request: BackupRequest, config: Config) => Promise<string[]>,
): void {
  const run = async () => {
    // npm changes to the project's folder, but a relative path is relative to where npm was called.
    const isByNpm = process.env.npm_lifecycle_event === command;
    const workingDir = (isByNpm && process.env.INIT_CWD) || process.cwd();
    const request = readArguments(command, process.argv.slice(2), workingDir);
    const lines = await work(request, readConfig(process.env, ROOT));
    process.stdout.write(`${lines.join('\n')}\n`);
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${formatFailure(error)}\n`);
    process.exitCode = 1;
  });
}
