import { readErrorCode } from '../../supabase-server/error-code.ts';

/** A failure that the operator can fix. The message is the one line that they read. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Sentences for the operator, by the code of the system. */
const REASONS = new Map([
  ['EACCES', 'no right to it'],
  ['EPERM', 'no right to it'],
  ['EISDIR', 'it is a folder'],
  ['ENOENT', 'it cannot be there'],
  ['ENOSPC', 'no space is left on the disk'],
  ['EDQUOT', 'no space is left on the disk'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EROFS', 'its disk is read-only'],
]);

/** Whether an error is of the system and about a file or a folder. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error && error.syscall !== 'connect';
}

/** Why a file or a folder cannot be used. */
export function describeFileError(error: unknown): string {
  const code = readErrorCode(error) ?? 'no code';
  const reason = REASONS.get(code);
  return reason === undefined ? code : `${reason}, ${code}`;
}
