import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { m } from '#messages';
import type { ReservationListProps } from './card-parts.tsx';
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
