import type { ComponentProps } from 'react';
import { m } from '#messages';
import { FilterField } from '../ui/form/filter-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { ServerTable } from '../ui/table/server-table.tsx';
import { type Days, RECORDS_PER_PAGE } from './records.ts';

type TableProps<Row extends { id: string }> = ComponentProps<typeof ServerTable<Row>>;

type RecordTableProps<Row extends { id: string }, Name extends string> = Omit<
  TableProps<Row>,
  'url' | 'pageSize' | 'summary'
> & {
  url: TableProps<Row>['url'] & {
    query: { filters: Record<Name, string> & Days };
    setFilter: (name: Name | keyof Days, to: string) => void;
  };
  choices: Record<Name, { label: string; options: readonly { value: string; label: string }[] }>;
};

/** A table of records below its filters, which are in the address: its choices, and the first and the last day. */
export function RecordTable<Row extends { id: string }, Name extends string>({
  url,
  choices,
  ...table
}: RecordTableProps<Row, Name>) {
  const { filters } = url.query;
  return (
    <>
      <search className="grid gap-3 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {(Object.keys(choices) as Name[]).map((name) => (
          <FilterField
            key={name}
            hideLabel={false}
            value={filters[name]}
            onChange={(value) => url.setFilter(name, value)}
            {...choices[name]}
          />
        ))}
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={end === 'from' ? m.money_first_day() : m.money_last_day()}
            value={filters[end]}
            onChange={({ target }) => url.setFilter(end, target.value)}
          />
        ))}
      </search>
      <ServerTable {...table} url={url} pageSize={RECORDS_PER_PAGE} summary={m.money_differences_summary} />
    </>
  );
}
