import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, CircleParking } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { m } from '#messages';
import { addDays, startOfDay } from '../../../domain/days/country-time.ts';
import type { Slot } from '../../booking/desk/desk-changes.ts';
import { useZoneChoices } from '../../booking/zones/zone-choices.ts';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { useMinute } from '../../ui/platform/use-now.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { DayField, formatDay, getWholeDay, parseDay } from '../filter-fields.tsx';
import { officeKeys } from '../keys.ts';
import { loadTimeline } from './timeline.ts';
import { TimelineDay } from './timeline-day.tsx';

/** The zone is an id; without a day it is today. */
const TIMELINE_URL = { filters: { zone: null, day: null }, sortable: [], defaultSort: null };

const REFRESH_MS = 30_000;
/** Another zone or day is a step back in the browser's history. */
const STEP = { replace: false };

type TimelineViewProps = {
  /** Opens the form to reserve for a driver. */
  onReserve: (place: Slot & { zoneId: string }) => void;
  /** Opens the dialog of a reservation. */
  onOpen: (id: string) => void;
};

/** A day of a zone: its spaces by the hours, with the reservations. Zone and day are in the address. */
export function TimelineView({ onReserve, onOpen }: TimelineViewProps) {
  const now = useMinute();
  const { query, setFilter } = useTableUrl(TIMELINE_URL);
  const dayTime = startOfDay(parseDay(query.filters.day) ?? now).getTime();
  const day = useMemo(() => getWholeDay(new Date(dayTime)), [dayTime]);
  const zones = useZoneChoices();
  const zone = zones.data?.find(({ id }) => id === query.filters.zone) ?? zones.data?.[0] ?? null;
  const zoneId = zone?.id ?? null;
  const timeline = useQuery({
    queryKey: officeKeys.timeline(zoneId, day),
    queryFn: ({ signal }) => loadTimeline(zoneId ?? '', day, signal),
    enabled: zoneId !== null,
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(timeline.error);
  const reserve = useCallback(
    (place: Slot) => (zoneId === null ? undefined : onReserve({ ...place, zoneId })),
    [zoneId, onReserve],
  );
  const isToday = formatDay(day.startsAt) === formatDay(now);
  const openDay = (chosen: string) => setFilter('day', chosen === formatDay(now) ? '' : chosen, STEP);
  const openNeighbour = (days: number) => openDay(formatDay(addDays(day.startsAt, days)));
  const loading = <LoadingNote className="justify-center py-16">{m.timeline_loading()}</LoadingNote>;

  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.admin_reservations_title()}>
        <RefreshButton isRefreshing={timeline.isFetching} onRefresh={() => void timeline.refetch()} />
      </TabHeading>
      <search className="flex flex-wrap items-center gap-3">
        <FilterField
          label={m.field_zone()}
          value={zoneId ?? ''}
          options={zones.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={(id) => setFilter('zone', id, STEP)}
          className="w-full md:w-[16rem]"
        />
        <div className="flex min-w-0 flex-1 items-center gap-1 md:flex-none">
          <IconButton icon={ChevronLeft} label={m.timeline_previous_day()} onClick={() => openNeighbour(-1)} />
          <DayField day={formatDay(day.startsAt)} onDay={openDay} className="min-w-0 flex-1 md:w-[11rem]" />
          <IconButton icon={ChevronRight} label={m.timeline_next_day()} onClick={() => openNeighbour(1)} />
          <Button
            variant="secondary"
            size="small"
            aria-pressed={isToday}
            onClick={() => openDay(formatDay(now))}
            className="aria-pressed:border-brand-ink aria-pressed:bg-brand-wash"
          >
            {m.timeline_today()}
          </Button>
        </div>
      </search>
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
                <TimelineDay
                  {...data}
                  zoneName={zone?.name ?? ''}
                  day={day}
                  now={now}
                  onReserve={reserve}
                  onOpen={onOpen}
                />
              </>
            )}
          </QueryState>
        )}
      </QueryState>
    </div>
  );
}
