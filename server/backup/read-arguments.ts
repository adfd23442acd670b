import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import type { CommandLine } from '../run-command.ts';

/** What may follow a command, besides a file. */
type Options = { replace?: boolean; host?: string; port?: string };

const COMMANDS = {
  backup: { usage: 'npm run backup -- file', options: {} },
  restore: { usage: 'npm run restore -- file [--replace]', options: { replace: { type: 'boolean' } } },
  drill: {
    usage: 'npm run drill -- file [--host address] [--port number]',
    options: { host: { type: 'string' }, port: { type: 'string' } },
  },
} satisfies Record<string, { usage: string; options: ParseArgsOptionsConfig }>;

/**
 * Reads the arguments of a command; the path of its file becomes absolute.
 * @throws OperatorError that says what the command takes
 */
export function readArguments(
  command: keyof typeof COMMANDS,
  { args, workingDir }: CommandLine,
): Options & { file: string } {
  const { values, positionals } = parse(command, args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new OperatorError(`${command} takes one file: ${COMMANDS[command].usage}`);
  }
  return { ...values, file: resolve(workingDir, file) };
}

function parse(command: keyof typeof COMMANDS, args: readonly string[]) {
  const { usage, options }: { usage: string; options: ParseArgsOptionsConfig } = COMMANDS[command];
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Options, positionals };
  } catch (cause) {
    throw new OperatorError(`${args.find((arg) => arg.startsWith('-'))} is not known: ${usage}`, { cause });
  }
}
