import { readFileSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';

/** @param name the variable's. @throws OperatorError when the file cannot be read */
export function readPem(name: string, fileOrText: string): string {
  if (fileOrText.startsWith('-----BEGIN')) return fileOrText;
  try {
    return readFileSync(fileOrText, 'utf8');
  } catch (cause) {
    throw new OperatorError(`${name} names a file that cannot be read`, { cause });
  }
}
