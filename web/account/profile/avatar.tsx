import { getInitials } from '../../../domain/people/person.ts';

/** The initials of a person; screen readers skip them, as the name is next to it. */
export function Avatar({ name }: { name: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-16 shrink-0 items-center justify-center rounded-full bg-brand text-[min(1.5rem,28px)] font-bold text-on-brand"
    >
      {getInitials(name)}
    </span>
  );
}
