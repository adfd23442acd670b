import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { lazy, type Ref, Suspense, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { compareNames } from '../../../domain/zones/space-names.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { DataAge } from '../../ui/data-age.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import { useMinute } from '../../ui/platform/use-now.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { LoadingNote } from '../../ui/skeleton.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { EndingDialog } from '../reservations/ending-dialog.tsx';
import { useZoneChoices } from '../zones/zone-choices.ts';
import { loadTodaysReservations, type Movements, markArrival, type TodaysReservation, unmarkArrival } from './data.ts';
import { ReservationCard } from './reservation-card.tsx';

const ScanDialog = lazy(async () => ({ default: (await import('./scan/scan-dialog.tsx')).ScanDialog }));

const ZONE_PARAMETER = 'zone';

/** Who arrives and leaves within two hours, and who stays longer, for attendants on a phone. */
export function TodaysReservations() {
  const now = useMinute().getTime();
  const [address, setAddress] = useSearchParams();
  const zoneInAddress = address.get(ZONE_PARAMETER) ?? '';
  const zone = z.guid().safeParse(zoneInAddress).success ? zoneInAddress : null;
  const query = useTodaysReservations(zone);
  const zones = useZoneChoices().data ?? [];
  const toggle = useToggleArrival();
  const refresh = useRefreshTodaysReservations();
  const [plate, setPlate] = useState('');
  const [leaving, setLeaving] = useState<TodaysReservation | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  const isWide = useIsWide();
  const arrivalsTitle = useRef<HTMLHeadingElement>(null);
  const departuresTitle = useRef<HTMLHeadingElement>(null);

  function chooseZone(id: string) {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === '') after.delete(ZONE_PARAMETER);
        else after.set(ZONE_PARAMETER, id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  const card = {
    now,
    savingId: toggle.isPending ? toggle.variables.id : null,
    onToggleArrival: (reservation: TodaysReservation) => toggle.mutate(reservation),
    onComplete: setLeaving,
  };
  const scanButton = (
    <Button variant={isWide ? 'secondary' : 'primary'} onClick={() => setIsScanning(true)}>
      <ScanQrCode aria-hidden="true" className="size-6" />
      {m.scan_ticket()}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">{m.today_title()}</h2>
        {isWide ? scanButton : null}
      </div>
      <search className="grid grid-cols-2 gap-3 md:flex">
        <FilterField
          label={m.field_zone()}
          hideLabel
          value={zone ?? ''}
          options={[
            { value: '', label: m.filter_all_zones() },
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={chooseZone}
          className="md:w-64"
        />
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
          return (
            <>
              <DataAge query={query} />
              <div className="flex gap-2 lg:hidden">
                <CountButton
                  text={m.today_arrivals_count({ count: toCome })}
                  onClick={() => show(arrivalsTitle.current)}
                />
                <CountButton
                  text={m.today_departures_count({ count: departures.reservations.length })}
                  onClick={() => show(departuresTitle.current)}
                />
              </div>
              <div className="flex flex-col gap-8 lg:flex-row lg:gap-6">
                <MovementList
                  ref={arrivalsTitle}
                  title={m.today_arrivals_title({ count: toCome })}
                  emptyText={plate === '' ? m.today_no_arrivals() : m.today_plate_not_found()}
                  movements={arrivals}
                  {...card}
                />
                <MovementList
                  ref={departuresTitle}
                  title={m.today_departures_title({ count: departures.reservations.length })}
                  emptyText={plate === '' ? m.today_no_departures() : m.today_plate_not_found()}
                  movements={departures}
                  {...card}
                />
                <MovementList
                  title={m.today_inside_title({ count: inside.reservations.length })}
                  emptyText={plate === '' ? m.today_none_inside() : m.today_plate_not_found()}
                  movements={inside}
                  {...card}
                />
              </div>
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

function CountButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button variant="secondary" className="flex-1 px-2! text-lg font-bold tabular-nums" onClick={onClick}>
      {text}
    </Button>
  );
}

function show(title: HTMLElement | null): void {
  title?.scrollIntoView();
  title?.focus({ preventScroll: true });
}

const normalize = (plate: string) => plate.replace(/[\s-]/g, '').toUpperCase();

function filterByPlate(movements: Movements, typed: string): Movements {
  const part = normalize(typed);
  if (part === '') return movements;
  return {
    ...movements,
    reservations: movements.reservations.filter(({ vehiclePlate }) => vehiclePlate?.includes(part)),
  };
}

const TODAYS_RESERVATIONS_KEY = ['todays-reservations'] as const;
const REFRESH_MS = 30_000;

/** Who arrives and leaves next, kept up to date while the page is visible; without a connection the last list stays. */
function useTodaysReservations(zone: string | null) {
  return useQuery({
    queryKey: [...TODAYS_RESERVATIONS_KEY, zone],
    queryFn: ({ signal }) => loadTodaysReservations(zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Reads the list again, after something of it has changed. */
function useRefreshTodaysReservations() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: TODAYS_RESERVATIONS_KEY });
}

/** Marks the arrival for a reservation, or takes back the one it has. */
function useToggleArrival() {
  const refresh = useRefreshTodaysReservations();
  return useOnlineMutation({
    mutationFn: (reservation: TodaysReservation) =>
      reservation.arrivedAt === null ? markArrival(reservation) : unmarkArrival(reservation),
    // A failure too: somebody else may have changed the reservation.
    onSettled: refresh,
  });
}

type MovementListProps = {
  ref?: Ref<HTMLHeadingElement>;
  title: string;
  emptyText: string;
  movements: Movements;
  now: number;
  savingId: string | null;
  onToggleArrival: (reservation: TodaysReservation) => void;
  onComplete: (reservation: TodaysReservation) => void;
};

/** The reservations of a movement by zone, each zone in the order of time. */
function MovementList({ ref, title, emptyText, movements, savingId, ...card }: MovementListProps) {
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
                <ReservationCard reservation={reservation} isSaving={reservation.id === savingId} {...card} />
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
  const zones = Map.groupBy(reservations, ({ zoneName }) => zoneName ?? m.today_unknown_zone());
  return [...zones].toSorted(([a], [b]) => compareNames(a, b));
}
