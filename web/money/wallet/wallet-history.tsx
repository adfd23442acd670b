import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { joinRows } from '../../ui/data-table/parse-rows.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { LongList } from '../../ui/long-list/long-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMoreButton } from '../../ui/show-more-button.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ENTRY_FILTERS, type EntryFilter, KINDS_OF } from './entry-filters.ts';
import { EntryRow } from './entry-row.tsx';
import { type EntryCursor, listWalletEntries } from './list-wallet-entries.ts';
import type { WalletEntry } from './wallet-entry.ts';

const FILTER_LABELS: Record<EntryFilter, string> = {
  all: m.wallet_filter_all(),
  payments: m.wallet_filter_payments(),
  stays: m.wallet_filter_stays(),
  refunds: m.wallet_filter_refunds(),
};

const FILTER_OPTIONS = ENTRY_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));

/** In px. */
const ROW_HEIGHT = 64;

/** What moved the money of a driver, the latest first, page by page. */
export function WalletHistory({ userId }: { userId: string }) {
  const [filter, setFilter] = useState<EntryFilter>('all');
  const [opened, setOpened] = useState<WalletEntry | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['wallet-entries', userId, filter],
    queryFn: ({ pageParam, signal }) =>
      listWalletEntries(userId, {
        kinds: filter === 'all' ? null : KINDS_OF[filter],
        after: pageParam,
        problem: 'wallet-entries-not-loaded',
        signal,
      }),
    initialPageParam: null as EntryCursor | null,
    getNextPageParam: (page) => page.next,
  });
  const entries = joinRows(list.data?.pages ?? []);
  return (
    <section aria-labelledby="wallet-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="wallet-history" className="text-lg font-bold tracking-tight">
          {m.wallet_history()}
        </h2>
        <FilterField
          label={m.wallet_history_filter()}
          hideLabel
          value={filter}
          options={FILTER_OPTIONS}
          onChange={setFilter}
        />
      </div>
      <QueryState
        query={list}
        loading={<SkeletonList label={m.wallet_history_loading()} shapes={['h-16', 'h-16', 'h-16']} />}
        isEmpty={() => entries.count === 0}
        empty={<NoEntries filter={filter} />}
      >
        {() => (
          <>
            <LongList
              items={entries.rows}
              getKey={({ id }) => id}
              rowHeight={ROW_HEIGHT}
              // What shows between the rows divides them.
              gap={1}
              className="overflow-hidden rounded-card border border-line bg-line"
              rowClassName="bg-surface"
            >
              {(entry) => <EntryRow entry={entry} onOpen={() => setOpened(entry)} />}
            </LongList>
            <InvalidRows rows={entries.invalid} />
            <ShowMoreButton list={list}>{m.wallet_history_more()}</ShowMoreButton>
          </>
        )}
      </QueryState>
      {opened ? <EntryDialog entry={opened} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

function NoEntries({ filter }: { filter: EntryFilter }) {
  return filter === 'all' ? (
    <StatePanel icon={History} title={m.wallet_history_empty()} text={m.wallet_history_empty_text()} />
  ) : (
    <StatePanel icon={History} title={m.wallet_history_empty_filter()} />
  );
}
