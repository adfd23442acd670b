import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { lazy, type Ref, type RefObject, Suspense, useId, useRef, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { groupBy } from '../../../domain/group-by.ts';
import { stripSeparators } from '../../../domain/plain-text.ts';
import { compareNames } from '../../../domain/zones/space-names.ts';
import { EndingDialog } from '../../booking/desk/ending-dialog.tsx';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import { useMinute } from '../../ui/platform/use-now.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { ZoneFilter } from '../filter-fields.tsx';
import { officeKeys } from '../keys.ts';
import { formatStatus } from '../reservations/reservation-filter.ts';
import { searchToday } from '../reservations/reservations.ts';
import { PlateCard, ReservationCard, type ReservationCardProps } from './reservation-card.tsx';
import { loadTodaysReservations, type Movements, type TodaysReservation } from './today.ts';

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

/** The zone is an id. */
const TODAY_URL = { filters: { zone: null }, sortable: [], defaultSort: null };

const REFRESH_MS = 30_000;

/** Who arrives and leaves within two hours, and who stays longer, for attendants on a phone; a search finds all of today. */
export function TodaysReservations({ onOpen }: { onOpen: (id: string) => void }) {
  const now = useMinute().getTime();
  const { query: address, setFilter } = useTableUrl(TODAY_URL);
  const zone = z.guid().safeParse(address.filters.zone).data ?? null;
  const query = useQuery({
    queryKey: officeKeys.today(zone),
    queryFn: ({ signal }) => loadTodaysReservations(zone, signal),
    // Without a connection the last list stays.
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: officeKeys.today() });
  const [plate, setPlate] = useState('');
  const [leaving, setLeaving] = useState<TodaysReservation | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  const isWide = useIsWide();
  const arrivalsTitle = useRef<HTMLHeadingElement>(null);
  const departuresTitle = useRef<HTMLHeadingElement>(null);

  const card = { now, onComplete: setLeaving, onOpen };
  const scanButton = (
    <Button variant={isWide ? 'secondary' : 'primary'} onClick={() => setIsScanning(true)}>
      <ScanQrCode aria-hidden="true" className="size-6" />
      {m.scan_ticket()}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.today_title()}>{isWide ? scanButton : null}</TabHeading>
      <search className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 md:flex">
        <ZoneFilter zone={zone ?? ''} onZone={(id) => setFilter('zone', id)} className="md:w-64" />
        <SearchField
          label={m.today_find_plate()}
          placeholder={m.today_find_plate()}
          value={plate}
          onSearch={setPlate}
          className="md:w-64"
        />
      </search>
      <QueryState
        query={query}
        loading={<LoadingNote className="justify-center py-16">{m.reservations_loading()}</LoadingNote>}
      >
        {(data) => {
          const arrivals = filterByPlate(data.arrivals, plate);
          const departures = filterByPlate(data.departures, plate);
          const inside = filterByPlate(data.inside, plate);
          const toCome = arrivals.reservations.filter(({ arrivedAt }) => arrivedAt === null).length;
          const leaving = departures.reservations.length;
          const list = (title: string, emptyText: string, movements: Movements, ref?: Ref<HTMLHeadingElement>) => (
            <MovementList
              ref={ref}
              title={title}
              emptyText={plate === '' ? emptyText : m.today_plate_not_found()}
              movements={movements}
              {...card}
            />
          );
          return (
            <>
              <DataAge query={query} />
              <div className="flex gap-2 lg:hidden">
                <CountButton text={m.today_arrivals_count({ count: toCome })} heading={arrivalsTitle} />
                <CountButton text={m.today_departures_count({ count: leaving })} heading={departuresTitle} />
              </div>
              <div className="flex flex-col gap-8 lg:flex-row lg:gap-6">
                {list(m.today_arrivals_title({ count: toCome }), m.today_no_arrivals(), arrivals, arrivalsTitle)}
                {list(
                  m.today_departures_title({ count: leaving }),
                  m.today_no_departures(),
                  departures,
                  departuresTitle,
                )}
                {list(m.today_inside_title({ count: inside.reservations.length }), m.today_none_inside(), inside)}
              </div>
              {plate.trim() === '' ? null : (
                <FoundToday
                  words={plate}
                  zone={zone ?? ''}
                  shown={[arrivals, departures, inside].flatMap(({ reservations }) => reservations.map(({ id }) => id))}
                  onOpen={onOpen}
                />
              )}
            </>
          );
        }}
      </QueryState>
      {isWide ? null : <ActionBar>{scanButton}</ActionBar>}
      <EndingDialog
        ending={leaving === null ? null : { reservation: leaving, status: 'completed' }}
        onClose={() => setLeaving(null)}
      />
      {isScanning ? (
        <Suspense fallback={null}>
          <ScanDialog onMarked={refresh} onFindPlate={setPlate} onClose={() => setIsScanning(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

type FoundTodayProps = { words: string; zone: string; shown: readonly string[]; onOpen: (id: string) => void };

/** What else starts today and has the words, also what is over or hours away. */
function FoundToday({ words, zone, shown, onOpen }: FoundTodayProps) {
  const found = useQuery({
    queryKey: officeKeys.today('search', words, zone),
    queryFn: ({ signal }) => searchToday(words, zone, signal),
  });
  return (
    <section aria-label={m.today_search_title()} className="flex flex-col gap-3">
      <h3 className="text-xl font-bold">{m.today_search_title()}</h3>
      <QueryState query={found} loading={<LoadingNote>{m.reservations_loading()}</LoadingNote>}>
        {(all) => {
          const others = all.filter(({ id }) => !shown.includes(id));
          if (others.length === 0) return <p className="text-muted">{m.today_search_none()}</p>;
          return (
            <ul className="grid gap-2 lg:grid-cols-3">
              {others.map((reservation) => (
                <li key={reservation.id}>
                  <PlateCard
                    reservation={reservation}
                    note={<Badge tone="neutral">{formatStatus(reservation.status)}</Badge>}
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </section>
  );
}

/** Leads to a list below. */
function CountButton({ text, heading }: { text: string; heading: RefObject<HTMLElement | null> }) {
  const show = () => {
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <Button variant="secondary" className="flex-1 px-2! text-lg font-bold tabular-nums" onClick={show}>
      {text}
    </Button>
  );
}

const normalize = (plate: string) => stripSeparators(plate).toUpperCase();

function filterByPlate(movements: Movements, typed: string): Movements {
  const part = normalize(typed);
  if (part === '') return movements;
  return {
    ...movements,
    reservations: movements.reservations.filter(({ vehiclePlate }) => vehiclePlate?.includes(part)),
  };
}

type MovementListProps = Omit<ReservationCardProps, 'reservation'> & {
  ref: Ref<HTMLHeadingElement> | undefined;
  title: string;
  emptyText: string;
  movements: Movements;
};

/** The reservations of a movement by zone, each zone in the order of time. */
function MovementList({ ref, title, emptyText, movements, ...card }: MovementListProps) {
  const titleId = useId();
  const { reservations, hasMore } = movements;
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col gap-3">
      <h3 id={titleId} ref={ref} tabIndex={-1} className="scroll-mt-20 text-xl font-bold">
        {title}
      </h3>
      {reservations.length === 0 ? <p className="text-muted">{emptyText}</p> : null}
      {groupByZone(reservations).map(([zone, inZone]) => (
        <div key={zone} className="flex flex-col gap-2">
          <h4 className="font-semibold text-muted wrap-anywhere">{zone}</h4>
          <ul aria-label={zone} className="flex flex-col gap-2">
            {inZone.map((reservation) => (
              <li key={reservation.id}>
                <ReservationCard reservation={reservation} {...card} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {hasMore ? <p role="status">{m.today_more({ count: reservations.length })}</p> : null}
    </section>
  );
}

function groupByZone(reservations: readonly TodaysReservation[]): [string, TodaysReservation[]][] {
  const zones = groupBy(reservations, ({ zoneName }) => zoneName ?? m.today_unknown_zone());
  return [...zones].toSorted(([a], [b]) => compareNames(a, b));
}
