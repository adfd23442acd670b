import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { useRateEndedReservation } from '../booking/ending/reservation-rating.tsx';
import { ReservationCard, TAB_PARAMETER } from '../booking/lists/reservation-card.tsx';
import { PastList, UpcomingList } from '../booking/lists/reservation-lists.tsx';
import { HeldReservations } from '../booking/reserve/held-reservations.tsx';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

type ReservationsScreenProps = { title?: string; Card?: typeof ReservationCard };

export function ReservationsScreen({ title = m.activity_title(), Card = ReservationCard }: ReservationsScreenProps) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader title={title} back={{ to: paths.map, label: m.action_back_to_map() }} />
      <ReservationLists Card={Card} />
    </div>
  );
}

const LIST_TABS = ['upcoming', 'past'] as const;

type ListTab = (typeof LIST_TABS)[number];

const TAB_LABELS: Record<ListTab, string> = { upcoming: m.reservations_upcoming(), past: m.reservations_past() };

/** The driver's own reservations. The address says whether the upcoming or the past ones are shown. */
function ReservationLists({ Card }: { Card: typeof ReservationCard }) {
  const [search, setSearch] = useSearchParams();
  const list = { userId: useUser()?.id ?? null, Card, onEnded: useRateEndedReservation() };
  return (
    <BaseTabs.Root
      value={LIST_TABS.find((tab) => tab === search.get(TAB_PARAMETER)) ?? 'upcoming'}
      onValueChange={(tab: ListTab) => setSearch(tab === 'upcoming' ? {} : { [TAB_PARAMETER]: tab }, { replace: true })}
      className="flex flex-col gap-4"
    >
      <BaseTabs.List
        activateOnFocus
        aria-label={m.reservations_title()}
        className="flex flex-wrap gap-1 rounded-card border border-line bg-surface p-1"
      >
        {LIST_TABS.map((tab) => (
          <BaseTabs.Tab
            key={tab}
            value={tab}
            className="min-h-11 flex-[1_1_0px] rounded-control px-3 font-semibold text-muted transition-colors hover:text-ink data-active:bg-brand-wash data-active:text-brand-ink"
          >
            {TAB_LABELS[tab]}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value="upcoming" className="rounded-card">
        <UpcomingList {...list} top={list.userId === null ? null : <HeldReservations userId={list.userId} />} />
      </BaseTabs.Panel>
      <BaseTabs.Panel value="past" className="rounded-card">
        <PastList {...list} />
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
