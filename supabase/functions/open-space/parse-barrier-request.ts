import * as z from 'zod';

/** `key` is an idempotency key: a repeat with the same key is the same command. */
const requestSchema = z.strictObject({
  reservation: z.guid(),
  action: z.literal(['open', 'close']),
  key: z.guid(),
});

export type BarrierRequest = z.infer<typeof requestSchema>;

/** @returns the request, or a sentence that says what is wrong */
export function parseBarrierRequest(value: unknown): BarrierRequest | string {
  const parsed = requestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  return field
    ? `${field} is missing or malformed`
    : 'The body must have reservation, action and key, and nothing else';
}
