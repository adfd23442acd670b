import type { Context } from 'hono';
import * as z from 'zod';
import { AuthError, validationFailed } from './auth-error.ts';
import { requireBoundedFields, requireText } from './field-bounds.ts';

/** More than all fields of a valid body can hold. */
const MAX_BODY_LENGTH = 32 * 1024;

/** Checks all query parameters, also those that no endpoint reads. */
export function requireBoundedQuery(c: Context): void {
  for (const [name, values] of Object.entries(c.req.queries())) {
    requireText('The query', name);
    for (const value of values) requireText(name, value);
  }
}

/** Reads a JSON body of the given shape. */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  const text = await c.req.text();
  if (text.length > MAX_BODY_LENGTH) throw validationFailed('The body is too large');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  requireBoundedFields(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const message = field === '' ? 'The body must be an object' : `${field}: ${issue?.message}`;
  throw validationFailed(message);
}

const uuid = z.guid();

export const isUuid = (text: string): boolean => uuid.safeParse(text).success;

/** @param name the part of the path, as the error names it */
export function requireUuid(name: string, text: string): void {
  if (!isUuid(text)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
}
