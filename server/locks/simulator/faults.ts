import * as z from 'zod';

/** What may be made to go wrong; what is absent works. */
export const faultsSchema = z.strictObject({
  /** `true` ends the tokens given out so far, `always` refuses every token. */
  tokenExpired: z.union([z.literal(true), z.literal('always')]).optional(),
  /** The caller's address is on no list of allowed ones. */
  notAllowed: z.literal(true).optional(),
  /** Every answer waits that long. */
  delayMs: z.int().min(0).max(60_000).optional(),
  /** Every answer has this HTTP status and is no JSON. */
  status: z.int().min(400).max(599).optional(),
  /** Every answer is cut off JSON. */
  malformed: z.literal(true).optional(),
  /** Ids of locks that are offline, beside those that always are. */
  offline: z.array(z.string()).optional(),
  /** Ids of locks that take commands and do not move. */
  stuck: z.array(z.string()).optional(),
});

export type Faults = z.infer<typeof faultsSchema>;
