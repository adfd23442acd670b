import * as z from 'zod';
import { m } from '#messages';
import type { Language } from '../language/languages.ts';

/** What staff do, from the least to the most rights in a zone; accountants read the books of all zones. */
export const DUTIES = ['attendant', 'cashier', 'manager', 'accountant'] as const;

export type Duty = (typeof DUTIES)[number];

const AT_WORK = new RegExp(` \\((${DUTIES.join('|')}|admin)\\)$`);

/** A name that the database keeps with the duty at that time, such as 'Ana (cashier)', in the language of the reader. */
export const nameActor = (kept: string, options?: { locale: Language }): string =>
  kept.replace(AT_WORK, (_, duty: string) => ` (${m.duty({ duty }, options)})`);

export const actorSchema = z.string().transform((kept) => nameActor(kept));
