import { type Cents, parseCents } from '../../domain/money/cents.ts';

/** The amount that somebody typed; null for anything that is none, or has more than two decimals. */
export function readTypedAmount(typed: string): Cents | null {
  try {
    return parseCents(typed.trim());
  } catch {
    return null;
  }
}
