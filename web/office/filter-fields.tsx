import { clsx } from 'clsx';
import { isValid } from 'date-fns/isValid';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { addDays, format, parseTime, startOfDay } from '../../domain/days/country-time.ts';
import type { Period } from '../../domain/days/period.ts';
import { useZoneChoices } from '../booking/zones/zone-choices.ts';
import { Button } from '../ui/form/button.tsx';
import { FilterField } from '../ui/form/filter-field.tsx';
import { SearchField, type SearchFieldProps } from '../ui/form/search-field.tsx';
import { INPUT_CLASS } from '../ui/form/text-field.tsx';
import { getNow } from '../ui/platform/clock.ts';

/** The zone of spaces without one, where a zone is chosen. */
export const NO_ZONE = 'none';

type FilterBarProps = Omit<SearchFieldProps, 'className'> & {
  /** What the filters are set to: empty or 'all' for one that is not used. */
  chosen: readonly string[];
  children: ReactNode;
};

/** The search and the filters of a list. On a phone a button beside the search opens the filters. */
export function FilterBar({ chosen, children, ...search }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = chosen.filter((value) => value !== '' && value !== 'all').length;
  return (
    <search className="grid grid-cols-[1fr_auto] gap-3 md:flex md:flex-wrap">
      <SearchField {...search} className="min-w-0 md:min-w-72 md:flex-1" />
      <Button variant="secondary" aria-expanded={isOpen} className="md:hidden" onClick={() => setIsOpen(!isOpen)}>
        {m.filters_of_list({ count })}
      </Button>
      <div className={clsx('col-span-2 grid-cols-2 gap-3 md:contents', isOpen ? 'grid' : 'hidden')}>{children}</div>
    </search>
  );
}

type ZoneFilterProps = {
  /** The id of a zone; empty for all. */
  zone: string;
  onZone: (zone: string) => void;
  /** What is chosen instead of a zone. */
  more?: readonly { value: string; label: string }[];
  className: string;
};

export function ZoneFilter({ zone, onZone, more = [], className }: ZoneFilterProps) {
  const zones = useZoneChoices().data ?? [];
  return (
    <FilterField
      label={m.field_zone()}
      value={zone}
      options={[
        { value: '', label: m.filter_all_zones() },
        ...zones.map(({ id, name }) => ({ value: id, label: name })),
        ...more,
      ]}
      onChange={onZone}
      className={className}
    />
  );
}

/** Writes a day for a date field and for the address, such as '2026-03-01'. */
export const formatDay = (day: Date) => format(day, 'yyyy-MM-dd');

/** Null for what is no day. */
export function parseDay(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTime(text) : null;
  return day !== null && isValid(day) ? day : null;
}

/** From one midnight to the next. */
export const getWholeDay = (day: Date): Period => ({
  startsAt: startOfDay(day),
  endsAt: startOfDay(addDays(day, 1)),
});

/** The days that have a name in the address, by how far they are from today. */
const NAMED_DAYS = { yesterday: -1, today: 0, tomorrow: 1 } as const;

type DateOption = '' | 'day' | keyof typeof NAMED_DAYS;

const isNamedDay = (date: string): date is keyof typeof NAMED_DAYS => Object.hasOwn(NAMED_DAYS, date);

/** The day that a date in the address names, such as 'today' or '2026-03-01'; null for any day. */
export function findDay(date: string, now: Date): Period | null {
  const day = isNamedDay(date) ? addDays(now, NAMED_DAYS[date]) : parseDay(date);
  return day && getWholeDay(day);
}

type DateFilterProps = {
  date: string;
  onDate: (date: string) => void;
  options: readonly { value: DateOption; label: string }[];
};

/** A day by its name, or in a field of its own. */
export function DateFilter({ date, onDate, options }: DateFilterProps) {
  const isOther = !isNamedDay(date) && parseDay(date) !== null;
  return (
    <>
      <FilterField
        label={m.reservation_date()}
        value={isNamedDay(date) ? date : isOther ? 'day' : ''}
        options={options}
        onChange={(chosen) => onDate(chosen === 'day' ? formatDay(getNow()) : chosen)}
        className="md:w-[11rem]"
      />
      {isOther ? <DayField day={date} onDay={onDate} className="col-span-2 md:w-[11rem]" /> : null}
    </>
  );
}

export function DayField({ day, onDay, className }: { day: string; onDay: (day: string) => void; className: string }) {
  return (
    <label className={className}>
      <span className="sr-only">{m.admin_reservations_day()}</span>
      <input
        type="date"
        value={day}
        // A day that is not complete yet is empty.
        onChange={({ target }) => target.value !== '' && onDay(target.value)}
        className={INPUT_CLASS}
      />
    </label>
  );
}
