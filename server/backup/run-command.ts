import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { StartError } from '../database/start-error.ts';
import { formatError } from '../log/logged-error.ts';
import { BackupError } from './backup-error.ts';
import { type BackupRequest, readArguments, type USAGE } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command of the operator with its arguments and the server's settings; a failure is one line and exit code 1. */
export function runCommand(
  command: keyof typeof USAGE,
  work: (request: BackupRequest, config: Config) => Promise<string[]>,
): void {
  const run = async () => {
    // npm changes to the project's folder; a relative file is meant from where npm was called.
    const isByNpm = process.env.npm_lifecycle_event === command;
    const workingDir = (isByNpm && process.env.INIT_CWD) || process.cwd();
    const request = readArguments(command, process.argv.slice(2), workingDir);
    const lines = await work(request, readConfig(process.env, ROOT));
    process.stdout.write(`${lines.join('\n')}\n`);
  };
  run().catch((error: unknown) => {
    // What the operator can mend is one line; anything else is a fault of ours and keeps its stack.
    const isExpected = error instanceof BackupError || error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isExpected ? error.message : formatError(error)}\n`);
    process.exitCode = 1;
  });
}
