import * as z from 'zod';
import { AuthError } from './auth-error.ts';

const uuid = z.guid();

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => uuid.safeParse(text).success;

/** @param name the part of the path, as the error names it @throws AuthError 404 `validation_failed` */
export function requireUuid(name: string, text: string): void {
  if (!isUuid(text)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
}
