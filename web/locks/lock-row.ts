import * as z from 'zod';
import type { LockDevice } from '../../domain/locks/lock.ts';

// The vendor's contract names the fields and not their types: what is no text or number counts as not said.
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d+(\.\d+)?\s*%?\s*$/)
      .transform(Number.parseFloat),
  ])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const lockRowSchema = z.object({
  did: text,
  online: number,
  type: text,
  gateway: text,
  sim: text,
  signalStrength: number,
  electricity: number,
  alarm: text,
  soundAlarm: text,
  locationState: number,
  clbm: text,
  cm: text,
  ut: text,
  bz: text,
  syncTime: text,
  createTime: text,
  updateTime: text,
  onlineTime: text,
  offlineTime: text,
});

/** What is no object counts as a lock of which nothing is said, so that it stands in the list and hides no other. */
const anyRowSchema = z.preprocess((row) => (typeof row === 'object' && row !== null ? row : {}), lockRowSchema);

const count = z.int().nonnegative().nullish().catch(null);

/** A page of the vendor's list; `total` of all pages, null where the vendor does not say. */
export type LockPage = { locks: LockDevice[]; total: number | null };

/** What a successful list has as its `data`; a page without content has no locks. */
export const lockPageSchema = z
  .object({ content: z.array(anyRowSchema).nullish(), totalElements: count })
  .nullish()
  .transform(
    (data): LockPage => ({
      locks: (data?.content ?? []).map((row, index) => ({ key: row.did ?? `without-id-${index}`, ...row })),
      total: data?.totalElements ?? null,
    }),
  );
