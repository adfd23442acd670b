import { m } from '#messages';

type Change = {
  now: number;
  before: number;
  /** The days of `before`, as people read them. */
  days: string;
  format: (value: number) => string;
};

/** Such as '12% more than Oct 1 – 22 (107)'. */
export function describeChange({ now, before, days, format }: Change): string {
  if (now === before) return m.overview_change_same({ days, before: format(before) });
  // A percentage needs a positive base: not zero, and not days on which more was refunded than charged.
  if (before <= 0 || now < 0) return m.overview_change_from({ days, before: format(before) });
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  const change = { percent, days, before: format(before) };
  return now > before ? m.overview_change_more(change) : m.overview_change_less(change);
}
