import { CalendarPlus, CarFront, ChartGantt, List, type LucideIcon } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import type { ProposedSlot } from '../../booking/desk/for-driver-form.ts';
import { paths } from '../../paths.ts';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useDialogUrl } from '../../ui/platform/use-dialog-url.ts';
import { useAlarms } from '../locks/spaces-by-lock.ts';
import { ViewLinks } from '../view-links.tsx';
import { DetailsDialog } from './details-dialog.tsx';

const VIEW_PARAMETER = 'view';
const ZONE_PARAMETER = 'zone';

type ReservationView = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** `onReserve` opens the form to reserve for a driver, `onOpen` the dialog of a reservation. */
  View: LazyExoticComponent<ComponentType<{ onReserve: (place: ProposedSlot) => void; onOpen: (id: string) => void }>>;
};

const ListView = lazy(async () => ({
  default: (await import('./admin-reservations.tsx')).AdminReservations,
}));
const TimelineView = lazy(async () => ({
  default: (await import('../timeline/timeline-view.tsx')).TimelineView,
}));
const TodayView = lazy(async () => ({
  default: (await import('../today/todays-reservations.tsx')).TodaysReservations,
}));

const ForDriverDialog = lazy(async () => ({
  default: (await import('../../booking/desk/for-driver-dialog.tsx')).ForDriverDialog,
}));

/** The first view is the default. */
const VIEWS: readonly [ReservationView, ...ReservationView[]] = [
  { id: 'list', label: m.reservation_view_list(), icon: List, View: ListView },
  { id: 'timeline', label: m.reservation_view_timeline(), icon: ChartGantt, View: TimelineView },
  { id: 'today', label: m.reservation_view_today(), icon: CarFront, View: TodayView },
];

/** Shows the reservations in the view that the address names, below links to all views. */
export function ReservationViews() {
  const [address] = useSearchParams();
  const [place, setPlace] = useState<ProposedSlot | null>(null);
  const dialog = useDialogUrl<'reservation'>();
  const openReservation = useCallback((id: string) => dialog.open('reservation', id), [dialog.open]);
  const open = VIEWS.find(({ id }) => id === address.get(VIEW_PARAMETER)) ?? VIEWS[0];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ViewLinks
          label={m.reservation_views()}
          views={VIEWS}
          openId={open.id}
          getPath={(id) => createViewPath(id, address)}
        />
        <Button onClick={() => setPlace({ zoneId: address.get(ZONE_PARAMETER) ?? undefined })}>
          <CalendarPlus aria-hidden="true" className="size-5 shrink-0" />
          {m.for_driver_open()}
        </Button>
      </div>
      <Suspense fallback={<LoadingNote className="justify-center py-16">{m.reservations_loading()}</LoadingNote>}>
        <open.View onReserve={setPlace} onOpen={openReservation} />
      </Suspense>
      {place === null ? null : (
        <Suspense>
          <ForDriverDialog
            useAlarms={useAlarms}
            place={place}
            onReserved={(id) => {
              setPlace(null);
              // The timeline shows it in its place.
              if (open.id !== 'timeline') openReservation(id);
            }}
            onClose={() => setPlace(null)}
          />
        </Suspense>
      )}
      {dialog.show({ reservation: (id) => <DetailsDialog key={id} id={id} onClose={dialog.close} /> })}
    </div>
  );
}

/** All views know the zone; their other parameters are their own. */
function createViewPath(id: string, address: URLSearchParams): string {
  const zone = address.get(ZONE_PARAMETER);
  return paths.adminTab('reservations', {
    ...(id === VIEWS[0].id ? {} : { [VIEW_PARAMETER]: id }),
    ...(zone ? { [ZONE_PARAMETER]: zone } : {}),
  });
}
