import { Tabs } from '../../ui/tabs.tsx';
import type { ReservationListProps } from './list-card.ts';
import { PastList } from './past-list.tsx';
import { UpcomingList } from './upcoming-list.tsx';

export const LIST_TABS = ['upcoming', 'past'] as const;

export type ListTab = (typeof LIST_TABS)[number];

type ReservationListsProps = ReservationListProps & { tab: ListTab; onTabChange: (tab: ListTab) => void };

export function ReservationLists({ tab, onTabChange, ...list }: ReservationListsProps) {
  return (
    <Tabs
      label="Reservations"
      value={tab}
      onChange={onTabChange}
      tabs={[
        { value: 'upcoming', label: 'Upcoming', content: <UpcomingList {...list} /> },
        { value: 'past', label: 'Past', content: <PastList {...list} /> },
      ]}
    />
  );
}
