import { CircleParking } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { DataAge } from '../../ui/data-age.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { useMinute } from '../../ui/platform/use-now.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import type { ReservationDetailsComponent } from '../reservations/details-dialog.tsx';
import type { Place } from '../reservations/moving/data.ts';
import { useZones } from '../reservations/use-admin-reservations.ts';
import { TimelineDay } from './timeline-day.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { changeTimelineUrl, parseTimelineUrl, toDayPeriod } from './timeline-url.ts';
import { useTimeline } from './use-timeline.ts';

type TimelineViewProps = {
  Details: ReservationDetailsComponent;
  hasMoney: boolean;
  /** Opens the form to reserve for a driver. */
  onReserve: (place: Place & { zoneId: string }) => void;
};

/** A day of a zone: its spaces by the hours, with the stays. Zone and day are in the address. */
export function TimelineView({ Details, hasMoney, onReserve }: TimelineViewProps) {
  const [address, setAddress] = useSearchParams();
  const now = useMinute();
  const { zoneId: namedZone, day: dayStart } = parseTimelineUrl(address, now);
  const dayTime = dayStart.getTime();
  const day = useMemo(() => toDayPeriod(new Date(dayTime)), [dayTime]);
  const zones = useZones();
  const zone = zones.data?.find(({ id }) => id === namedZone) ?? zones.data?.[0] ?? null;
  const zoneId = zone?.id ?? null;
  const timeline = useTimeline(zoneId, day);
  const change = (to: Parameters<typeof changeTimelineUrl>[1]) =>
    setAddress((before) => changeTimelineUrl(before, to, now), { preventScrollReset: true });
  const reserve = useCallback(
    (place: Place) => (zoneId === null ? undefined : onReserve({ ...place, zoneId })),
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
                <TimelineDay
                  {...data}
                  zoneName={zone?.name ?? ''}
                  day={day}
                  now={now}
                  Details={Details}
                  hasMoney={hasMoney}
                  onReserve={reserve}
                />
              </>
            )}
          </QueryState>
        )}
      </QueryState>
    </div>
  );
}
