import * as z from 'zod';
import { type LockDevice, lockRowSchema } from '../../../domain/locks/lock.ts';

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
