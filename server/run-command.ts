import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { formatFailure } from './log.ts';

const ROOT = join(import.meta.dirname, '..');

/** The arguments of a command, the folder that relative paths are in, and the server's configuration. */
export type CommandLine = { args: string[]; workingDir: string; readConfig: () => Config };

/** Runs an npm script of the operator; it prints the lines that `work` returns, or the failure. */
export function runCommand(script: string, work: (line: CommandLine) => Promise<string[]>): void {
  // npm changes to the project's folder, but a relative path is relative to where npm was called.
  const isByNpm = process.env.npm_lifecycle_event === script;
  const workingDir = (isByNpm && process.env.INIT_CWD) || process.cwd();
  const run = async () => {
    const lines = await work({
      args: process.argv.slice(2),
      workingDir,
      readConfig: () => readConfig(process.env, ROOT),
    });
    process.stdout.write(`${lines.join('\n')}\n`);
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${formatFailure(error)}\n`);
    process.exitCode = 1;
  });
}
