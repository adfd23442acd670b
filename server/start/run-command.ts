import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { formatFailure } from '../log.ts';

const ROOT = join(import.meta.dirname, '../..');

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

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads the arguments of a command that takes one file, whose path becomes absolute. */
export function readArguments<T extends Options>(
  { args, workingDir }: Pick<CommandLine, 'args' | 'workingDir'>,
  { command, usage, options }: { command: string; usage: string; options: T },
) {
  const { values, positionals } = parse(args, options, usage);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(`${command} takes one file: ${usage}`);
  return { ...values, file: resolve(workingDir, file) };
}

function parse<T extends Options>(args: readonly string[], options: T, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const unknown = args.find(
      (arg) => arg.startsWith('-') && !(arg.replace(/^--/, '').split('=', 1).join() in options),
    );
    throw new OperatorError(`${unknown ?? 'an argument'} is not known: ${usage}`, { cause });
  }
}
