import type { SectionOfMonth } from './papers-section.tsx';

/** The statements of the payment providers, and what they still owe. */
export function StatementsSection(_: SectionOfMonth) {
  return null;
}
