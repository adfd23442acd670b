import { useQuery } from '@tanstack/react-query';
import { isValid } from 'date-fns';
import { ChevronLeft, ChevronRight, CircleParking } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { addDays, parseTime, startOfDay } from '../../../domain/days/country-time.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { Button } from '../../ui/button.tsx';
import { DataAge } from '../../ui/data-age.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMinute } from '../../ui/platform/use-now.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { LoadingNote } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { INPUT_CLASS } from '../../ui/text-field.tsx';
import { RefreshButton } from '../../ui/updated-note.tsx';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import type { Slot } from '../reservations/data.ts';
import { formatDay } from '../reservations/reservation-filter.ts';
import { useZoneChoices, type ZoneChoice } from '../zones/zone-choices.ts';
import { loadTimeline } from './data.ts';
import { TimelineDay } from './timeline-day.tsx';

type TimelineViewProps = {
  /** Opens the form to reserve for a driver. */
  onReserve: (place: Slot & { zoneId: string }) => void;
};

/** A day of a zone: its spaces by the hours, with the reservations. Zone and day are in the address. */
export function TimelineView({ onReserve }: TimelineViewProps) {
  const [address, setAddress] = useSearchParams();
  const now = useMinute();
  const { zoneId: namedZone, day: dayStart } = parseTimelineUrl(address, now);
  const dayTime = dayStart.getTime();
  const day = useMemo(() => toDayPeriod(new Date(dayTime)), [dayTime]);
  const zones = useZoneChoices();
  const zone = zones.data?.find(({ id }) => id === namedZone) ?? zones.data?.[0] ?? null;
  const zoneId = zone?.id ?? null;
  const timeline = useTimeline(zoneId, day);
  const change = (to: Parameters<typeof changeTimelineUrl>[1]) =>
    setAddress((before) => changeTimelineUrl(before, to, now), { preventScrollReset: true });
  const reserve = useCallback(
    (place: Slot) => (zoneId === null ? undefined : onReserve({ ...place, zoneId })),
    [zoneId, onReserve],
  );
  const loading = <LoadingNote className="justify-center py-16">{m.timeline_loading()}</LoadingNote>;

  return (
    <div className="flex flex-col gap-4">
      <TimelineToolbar
        zones={zones.data ?? []}
        zoneId={zoneId}
        day={day.from}
        today={now}
        isRefreshing={timeline.isFetching}
        onZone={(chosen) => change({ zoneId: chosen })}
        onDay={(chosen) => change({ day: chosen })}
        onRefresh={() => void timeline.refetch()}
      />
      <QueryState
        query={zones}
        loading={loading}
        isEmpty={({ length }) => length === 0}
        empty={<StatePanel icon={CircleParking} title={m.timeline_no_zones()} />}
      >
        {() => (
          <QueryState
            query={timeline}
            loading={loading}
            isEmpty={({ spaces, invalid }) => spaces.length + invalid.length === 0}
            empty={<StatePanel icon={CircleParking} title={m.timeline_no_spaces()} />}
          >
            {(data) => (
              <>
                <DataAge query={timeline} />
                <TimelineDay {...data} zoneName={zone?.name ?? ''} day={day} now={now} onReserve={reserve} />
              </>
            )}
          </QueryState>
        )}
      </QueryState>
    </div>
  );
}

const REFRESH_MS = 30_000;

/** The spaces of a zone with the reservations of a day, kept up to date while somebody looks. */
function useTimeline(zoneId: string | null, day: Period) {
  const timeline = useQuery({
    queryKey: ['zone-timeline', zoneId, day],
    queryFn: ({ signal }) => loadTimeline(zoneId ?? '', day, signal),
    enabled: zoneId !== null,
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(timeline.error);
  return timeline;
}

const ZONE = 'zone';
const DAY = 'day';
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address says of the timeline: a zone's id or null, and the day or this one. */
function parseTimelineUrl(address: URLSearchParams, today: Date): { zoneId: string | null; day: Date } {
  const written = address.get(DAY) ?? '';
  const day = ISO_DAY.test(written) ? parseTime(written) : today;
  return { zoneId: address.get(ZONE), day: startOfDay(isValid(day) ? day : today) };
}

/** The address of another zone or day; today is not written into it. */
function changeTimelineUrl(
  address: URLSearchParams,
  { zoneId, day }: { zoneId?: string; day?: Date },
  today: Date,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (zoneId !== undefined) next.set(ZONE, zoneId);
  if (day !== undefined) {
    if (formatDay(day) === formatDay(today)) next.delete(DAY);
    else next.set(DAY, formatDay(day));
  }
  return next;
}

/** From one midnight to the next. */
function toDayPeriod(day: Date): Period {
  return { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
}

type TimelineToolbarProps = {
  zones: readonly ZoneChoice[];
  zoneId: string | null;
  day: Date;
  today: Date;
  isRefreshing: boolean;
  onZone: (id: string) => void;
  onDay: (day: Date) => void;
  onRefresh: () => void;
};

function TimelineToolbar({ zones, zoneId, day, today, isRefreshing, ...on }: TimelineToolbarProps) {
  const typeDay = (typed: string) => {
    const date = parseTime(typed);
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
          className="w-full md:w-[16rem]"
        />
        <div className="flex min-w-0 flex-1 items-center gap-1 md:flex-none">
          <IconButton icon={ChevronLeft} label={m.timeline_previous_day()} onClick={() => on.onDay(addDays(day, -1))} />
          <label className="min-w-0 flex-1 md:w-[11rem]">
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
