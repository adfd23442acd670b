export type SectionOfMonth = {
  /** Such as '2026-03'. */
  month: string;
};

/** What DGII wants of a month. */
export function PapersSection(_: SectionOfMonth) {
  return null;
}
