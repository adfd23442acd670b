import type { Cell, RowData } from '@tanstack/react-table';
import { Fragment } from 'react';
import { m } from '#messages';
import { InvalidRows } from '../feedback/invalid-rows.tsx';
import { FilterField } from '../form/filter-field.tsx';
import { clickOpens } from '../platform/click-opens.ts';
import { type features, groupRows, type TableBodyProps, type TableRowProps } from './table-columns.ts';
import type { TableSort } from './table-url.ts';

type TableCardsProps<Row extends RowData> = TableBodyProps<Row> & {
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
};

export function TableCards<Row extends RowData>({
  table,
  label,
  note,
  invalid,
  getGroup,
  onOpen,
  sort,
  onSort,
}: TableCardsProps<Row>) {
  return (
    <div className="flex flex-col gap-3">
      <SortChoice table={table} sort={sort} onSort={onSort} />
      {note === null ? (
        groupRows(table.getRowModel().rows, getGroup).map(({ group, rows }) => (
          <Fragment key={group?.name ?? ''}>
            {group ? (
              <h3 className="mt-2 font-bold">
                {group.name} <span className="text-muted ml-2 text-sm font-normal">{group.count}</span>
              </h3>
            ) : null}
            <ul
              aria-label={group?.name ?? label}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-3"
            >
              {rows.map((row) => (
                <RowCard key={row.id} table={table} row={row} onOpen={onOpen} />
              ))}
            </ul>
          </Fragment>
        ))
      ) : (
        <div className="border-line bg-surface rounded-card border">{note}</div>
      )}
      <InvalidRows rows={invalid} />
    </div>
  );
}

function RowCard<Row extends RowData>({ table, row, onOpen }: TableRowProps<Row>) {
  const cells = row.getAllCells();
  const findCells = (position: 'title' | 'actions' | undefined) =>
    cells.filter((cell) => cell.column.columnDef.meta?.card === position);
  const renderCell = (cell: Cell<typeof features, Row, unknown>) => <table.FlexRender key={cell.id} cell={cell} />;
  return (
    <li
      className="border-line bg-surface flex flex-col gap-3 rounded-card border p-4"
      {...clickOpens(onOpen && (() => onOpen(row.original)))}
    >
      {findCells('title').map(renderCell)}
      <dl className="flex flex-col gap-2">
        {findCells(undefined).map((cell) => (
          <div key={cell.id} className="flex items-start justify-between gap-4">
            <dt className="text-muted shrink-0 text-sm">{getHeading(cell.column)}</dt>
            <dd className="min-w-0 text-right text-sm">{renderCell(cell)}</dd>
          </div>
        ))}
      </dl>
      {findCells('actions').map(renderCell)}
    </li>
  );
}

function SortChoice<Row extends RowData>({
  table,
  sort,
  onSort,
}: Pick<TableCardsProps<Row>, 'table' | 'sort' | 'onSort'>) {
  const columns = table.getAllColumns().filter((column) => column.getCanSort());
  if (columns.length === 0) return null;
  const options = columns.flatMap((column) => [
    { value: `${column.id}.asc`, label: m.data_table_sort_ascending({ column: getHeading(column) }) },
    { value: `${column.id}.desc`, label: m.data_table_sort_descending({ column: getHeading(column) }) },
  ]);
  return (
    <FilterField
      label={m.data_table_sort_by()}
      value={sort === null ? '' : `${sort.id}.${sort.desc ? 'desc' : 'asc'}`}
      options={sort === null ? [{ value: '', label: m.data_table_sort_none() }, ...options] : options}
      onChange={(value) => {
        const [id, direction] = value.split('.');
        if (id) onSort({ id, desc: direction === 'desc' });
      }}
    />
  );
}

/** The heading of a column; columns here have plain texts. */
function getHeading(column: { id: string; columnDef: { header?: unknown } }): string {
  return typeof column.columnDef.header === 'string' ? column.columnDef.header : column.id;
}
