import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import type { CommandLine } from '../run-command.ts';

/** An absolute path, and whether existing data may be replaced. */
type BackupRequest = { file: string; mayReplace: boolean };

const USAGE = { backup: 'npm run backup -- file', restore: 'npm run restore -- file [--replace]' } as const;

/** @throws OperatorError that says what the command takes */
export function readArguments(command: keyof typeof USAGE, { args, workingDir }: CommandLine): BackupRequest {
  const { values, positionals } = parse(command, args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(`${command} takes one file: ${USAGE[command]}`);
  return { file: resolve(workingDir, file), mayReplace: values.replace === true };
}

function parse(command: keyof typeof USAGE, args: readonly string[]) {
  try {
    const options = command === 'restore' ? { replace: { type: 'boolean' } as const } : {};
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as { replace?: boolean }, positionals };
  } catch (cause) {
    throw new OperatorError(`${args.find((arg) => arg.startsWith('-'))} is not known: ${USAGE[command]}`, { cause });
  }
}
