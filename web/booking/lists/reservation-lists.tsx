import { m } from '#messages';
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
