import * as z from 'zod';
import type { LockDevice } from '../../domain/locks/lock.ts';

// The vendor documents the names of the fields but not their types, so values of other types become null.
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

/** A row that is no object becomes an empty lock, so that the list shows it and the others. */
const anyRowSchema = z.preprocess((row) => (typeof row === 'object' && row !== null ? row : {}), lockRowSchema);

const count = z.int().nonnegative().nullish().catch(null);

/** `total` counts all pages; null when the vendor does not send it. */
export type LockPage = { locks: LockDevice[]; total: number | null };

/** The `data` of a successful response; a page without content has no locks. */
export const lockPageSchema = z
  .object({ content: z.array(anyRowSchema).nullish(), totalElements: count })
  .nullish()
  .transform(
    (data): LockPage => ({
      locks: (data?.content ?? []).map((row, index) => ({ key: row.did ?? `without-id-${index}`, ...row })),
      total: data?.totalElements ?? null,
    }),
  );
