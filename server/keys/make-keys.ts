import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import { OperatorError } from '../config/operator-error.ts';
import { runCommand } from '../start/run-command.ts';
import { findNextKeys, generateKeys, KEY_STEPS, type KeyStep, type KeyTexts } from './keys.ts';

const USAGE = 'npm run keys, or npm run keys -- --add | --switch | --remove [file with the variables]';

const NAMES = {
  authSigningKeys: 'AUTH_SIGNING_KEYS',
  publishableKey: 'PUBLISHABLE_KEY',
  secretKey: 'SECRET_KEY',
  pushKey: 'PUSH_KEY',
} as const satisfies Record<keyof KeyTexts, string>;

type Request = { step: KeyStep | undefined; file: string | undefined };

function readArguments(args: string[]): Request {
  const options = Object.fromEntries(KEY_STEPS.map((step) => [step, { type: 'boolean' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const steps = KEY_STEPS.filter((step) => values[step]);
    const [step] = steps;
    if (steps.length <= 1 && positionals.length <= steps.length) return { step, file: positionals[0] };
  } catch (cause) {
    throw new OperatorError(`keys takes one step: ${USAGE}`, { cause });
  }
  throw new OperatorError(`keys takes one step: ${USAGE}`);
}

async function readVariables(file: string): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read (${readErrorCode(cause)})`, { cause });
  }
}

runCommand('keys', async ({ args, workingDir }) => {
  const { step, file } = readArguments(args);
  const env = file === undefined ? process.env : await readVariables(resolve(workingDir, file));
  const keys: Partial<KeyTexts> = step === undefined ? await generateKeys() : await findNextKeys(step, env);
  return Object.entries(NAMES).flatMap(([key, name]) => {
    const text = keys[key as keyof KeyTexts];
    return text === undefined ? [] : [`${name}='${text}'`];
  });
});
