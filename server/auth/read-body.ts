import type { Context } from 'hono';
import type * as z from 'zod';
import { AuthError } from './auth-error.ts';

/**
 * Reads a JSON body of the given shape.
 * @throws AuthError `bad_json` when it is no JSON, `validation_failed` with the first field that does not fit
 */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  const text = await c.req.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new AuthError(
    400,
    'validation_failed',
    field === '' ? 'The body must be an object' : `${field}: ${issue?.message}`,
  );
}
