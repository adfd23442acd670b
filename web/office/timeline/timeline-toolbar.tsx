import { addDays, isValid, parseISO } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { INPUT_CLASS } from '../../ui/text-field.tsx';
import type { ZoneName } from '../reservations/data.ts';
import { formatDay } from '../reservations/reservation-filter.ts';

type TimelineToolbarProps = {
  zones: readonly ZoneName[];
  zoneId: string | null;
  day: Date;
  today: Date;
  isRefreshing: boolean;
  onZone: (id: string) => void;
  onDay: (day: Date) => void;
  onRefresh: () => void;
};

export function TimelineToolbar({ zones, zoneId, day, today, isRefreshing, ...on }: TimelineToolbarProps) {
  const typeDay = (typed: string) => {
    const date = parseISO(typed);
    // A day that is not complete yet is empty.
    if (isValid(date)) on.onDay(date);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">{m.admin_reservations_title()}</h2>
        <RefreshButton isRefreshing={isRefreshing} onRefresh={on.onRefresh} />
      </div>
      <search className="flex flex-wrap items-center gap-3">
        <FilterField
          label={m.field_zone()}
          hideLabel
          value={zoneId ?? ''}
          options={zones.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={on.onZone}
          className="w-full md:w-64"
        />
        <div className="flex min-w-0 flex-1 items-center gap-1 md:flex-none">
          <IconButton icon={ChevronLeft} label={m.timeline_previous_day()} onClick={() => on.onDay(addDays(day, -1))} />
          <label className="min-w-0 flex-1 md:w-44">
            <span className="sr-only">{m.admin_reservations_day()}</span>
            <input
              type="date"
              value={formatDay(day)}
              onChange={({ target }) => typeDay(target.value)}
              className={INPUT_CLASS}
            />
          </label>
          <IconButton icon={ChevronRight} label={m.timeline_next_day()} onClick={() => on.onDay(addDays(day, 1))} />
          <Button
            variant="secondary"
            size="small"
            aria-pressed={formatDay(day) === formatDay(today)}
            onClick={() => on.onDay(today)}
            className="aria-pressed:border-brand-ink aria-pressed:bg-brand-wash"
          >
            {m.timeline_today()}
          </Button>
        </div>
      </search>
    </>
  );
}
