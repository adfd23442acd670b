import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { showsSamples } from '../../data/connection.ts';
import type { RatedReservation } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { HeldReservations } from '../paying/held-reservations.tsx';
import { useRateEndedReservation } from '../rating/reservation-rating.tsx';
import type { ReservationListProps } from './card-parts.tsx';
import type { ListedReservation } from './listed-reservation.ts';
import { PastList } from './past-list.tsx';
import { UpcomingList } from './upcoming-list.tsx';

const LIST_TABS = ['upcoming', 'past'] as const;

type ListTab = (typeof LIST_TABS)[number];

type ReservationListsProps = ReservationListProps & { tab: ListTab; onTabChange: (tab: ListTab) => void };

export function ReservationLists({ tab, onTabChange, ...list }: ReservationListsProps) {
  return (
    <Tabs
      label={m.reservations_title()}
      value={tab}
      onChange={onTabChange}
      tabs={[
        { value: 'upcoming', label: m.reservations_upcoming(), content: <UpcomingList {...list} /> },
        { value: 'past', label: m.reservations_past(), content: <PastList {...list} /> },
      ]}
    />
  );
}

type TabsProps<Value extends string> = {
  /** For screen readers. */
  label: string;
  tabs: readonly { value: Value; label: string; content: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className="flex flex-col gap-4">
      <BaseTabs.List
        activateOnFocus
        aria-label={label}
        className="flex flex-wrap gap-1 rounded-card border border-line bg-surface p-1"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 flex-[1_1_0px] rounded-control px-3 font-semibold text-muted transition-colors hover:text-ink data-active:bg-brand-wash data-active:text-brand-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="rounded-card">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}

const TAB_PARAMETER = 'tab';

/** The props that both screens with reservations pass to their lists. */
export function useReservationLists() {
  const userId = useUser()?.id ?? null;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const rate = (reservation: ListedReservation) => {
    const state: RatedReservation = {
      parkingSpotName: formatPlace(reservation),
      reservationId: reservation.id,
      isRated: Boolean(reservation.rating),
      returnTo: `${pathname}?${TAB_PARAMETER}=past`,
    };
    void navigate(paths.parkingRating, { state });
  };
  return {
    userId,
    tab: LIST_TABS.find((tab) => tab === search.get(TAB_PARAMETER)) ?? 'upcoming',
    onTabChange: (tab: ListTab) => setSearch(tab === 'upcoming' ? {} : { [TAB_PARAMETER]: tab }, { replace: true }),
    onEnded: useRateEndedReservation(),
    ...(showsSamples() || userId === null ? {} : { onRate: rate, top: <HeldReservations userId={userId} /> }),
    onChange: (reservation: Reservation) =>
      void navigate(paths.changeReservation, { state: { reservation, returnTo: pathname } }),
    onDirections: (reservation: Reservation) => {
      const { address } = reservation;
      const to = address === '' ? '' : `?${new URLSearchParams({ to: address })}`;
      void navigate({ pathname: paths.directions, search: to }, { state: { reservation } });
    },
  };
}
