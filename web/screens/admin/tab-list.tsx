import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import type { AdminTab } from './admin-tabs.ts';

function bringIntoSight(tab: Element | null | undefined): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** On phones it scrolls sideways and keeps the open and the focused tab visible. */
export function TabList({ tabs, openId }: { tabs: readonly AdminTab[]; openId: string }) {
  const list = useRef<HTMLDivElement>(null);
  const openIndex = tabs.findIndex(({ id }) => id === openId);
  useEffect(() => bringIntoSight(list.current?.querySelectorAll('[role="tab"]')[openIndex]), [openIndex]);
  return (
    <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-6 md:px-6">
      <Tabs.List ref={list} aria-label={m.admin_tabs_label()} className="flex w-max gap-1">
        {tabs.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab
            key={id}
            value={id}
            // A tab that is pressed stays under the pointer, or the click would miss it.
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && bringIntoSight(currentTarget)}
            className="text-muted hover:text-ink data-active:border-brand-ink data-active:text-brand-ink inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3"
          >
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  );
}
