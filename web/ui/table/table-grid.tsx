import type { Header, ReactTable, RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { InvalidRowNote } from '../feedback/invalid-rows.tsx';
import { clickOpens } from '../platform/click-opens.ts';
import { type features, groupRows, type TableBodyProps, type TableRowProps } from './table-columns.ts';

type TableGridProps<Row extends RowData> = TableBodyProps<Row> & {
  /** Gives it a height, and it scrolls in that. */
  className?: string | undefined;
};

/** No row is cut. On wide screens the page scrolls and the headings stay below its top bar; on others the table scrolls sideways. */
const WHOLE = 'xl:overflow-visible xl:[--head-top:--spacing(13)]';
/** With a mouse the controls are lower, so that more rows are in view. */
const DENSE = 'pointer-fine:[&_button]:h-9 pointer-fine:[&_button]:min-h-9';

const NARROW = 'w-px pl-4';
const CELL = 'px-3 first:pl-4 last:pr-4';

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Rows under headings that stay in sight. Arrow keys move from row to row. */
export function TableGrid<Row extends RowData>({
  table,
  label,
  note,
  invalid,
  getGroup,
  onOpen,
  className,
}: TableGridProps<Row>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
      tabIndex={0}
      onKeyDown={moveFocusAlongRows}
      className={clsx('border-line bg-surface overflow-auto rounded-card border', DENSE, className ?? WHOLE)}
    >
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-left text-sm">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} table={table} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        {note === null ? (
          groupRows(table.getRowModel().rows, getGroup).map(({ group, rows }) => (
            <tbody key={group?.name ?? ''} className="group/body">
              {group ? (
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={table.getAllColumns().length}
                    className="border-line bg-canvas border-b px-4 py-2.5 font-bold"
                  >
                    {group.name} <span className="text-muted ml-2 font-normal">{group.count}</span>
                  </th>
                </tr>
              ) : null}
              {rows.map((row) => (
                <BodyRow key={row.id} table={table} row={row} onOpen={onOpen} />
              ))}
            </tbody>
          ))
        ) : (
          <tbody>
            <tr>
              <td colSpan={table.getAllColumns().length}>{note}</td>
            </tr>
          </tbody>
        )}
        {invalid.length === 0 ? null : (
          <tbody>
            {invalid.map((row) => (
              <tr key={row.id}>
                <td colSpan={table.getAllColumns().length} className="border-line border-t px-4 py-3">
                  <InvalidRowNote row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}

function BodyRow<Row extends RowData>({ table, row, onOpen }: TableRowProps<Row>) {
  return (
    <tr className={clsx('group', onOpen && 'cursor-pointer')} {...clickOpens(onOpen && (() => onOpen(row.original)))}>
      {row.getAllCells().map((cell) => {
        const meta = cell.column.columnDef.meta;
        return (
          <td
            key={cell.id}
            className={clsx(
              'border-line group-hover:bg-canvas border-b py-1 align-middle group-last/body:group-last:border-b-0',
              'group-last/body:group-last:first:rounded-bl-card group-last/body:group-last:last:rounded-br-card',
              meta?.narrow ? NARROW : CELL,
              meta?.align === 'end' && 'text-right tabular-nums',
              meta?.className,
            )}
          >
            <table.FlexRender cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

type HeaderCellProps<Row extends RowData> = {
  table: ReactTable<typeof features, Row>;
  header: Header<typeof features, Row, unknown>;
};

function HeaderCell<Row extends RowData>({ table, header }: HeaderCellProps<Row>) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const isEnd = column.columnDef.meta?.align === 'end';
  const isNarrow = column.columnDef.meta?.narrow === true;
  const heading = <table.FlexRender header={header} />;
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === false ? undefined : ARIA_SORT[sorted]}
      className={clsx(
        'border-line bg-surface text-muted sticky top-(--head-top,0px) z-10 border-b font-semibold whitespace-nowrap first:rounded-tl-card last:rounded-tr-card',
        isNarrow ? NARROW : CELL,
        isEnd && 'text-right',
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={() => column.toggleSorting()}
          className={clsx(
            'hover:text-ink -mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 font-semibold focus-visible:-outline-offset-2',
            sorted !== false && 'text-ink',
          )}
        >
          {heading}
          <Icon aria-hidden="true" className={clsx('size-3.5', sorted === false && 'opacity-50')} />
        </button>
      ) : (
        <span className={isNarrow ? 'sr-only' : 'inline-flex min-h-11 items-center'}>{heading}</span>
      )}
    </th>
  );
}

const STEPS = new Map<string, (index: number, last: number) => number>([
  ['ArrowDown', (index, last) => Math.min(index + 1, last)],
  ['ArrowUp', (index) => Math.max(index - 1, 0)],
  ['Home', () => 0],
  ['End', (_index, last) => last],
]);

const CONTROLS = 'button:not(:disabled), a[href], input[type=checkbox]:not(:disabled)';

/**
 * Handles the arrow keys, Home and End: moves the focus from a control of a row to the same one, counted from the end, of
 * another row, or to the first one where that row has fewer. From a heading, the arrows lead into the rows.
 */
function moveFocusAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS.get(event.key);
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement)) return;
  const own = event.target.closest('tr');
  if (own === null) return;
  const controls = [...own.querySelectorAll<HTMLElement>(CONTROLS)];
  const place = controls.indexOf(event.target);
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')].filter((row) => row.querySelector(CONTROLS));
  if (place < 0 || rows.length === 0) return;
  const index = rows.indexOf(own);
  const next = rows[index < 0 && event.key !== 'End' ? 0 : step(index, rows.length - 1)];
  const reachable = [...(next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  // Rows have different numbers of controls, with the actions at the end.
  const target = index < 0 ? reachable[0] : (reachable.at(place - controls.length) ?? reachable[0]);
  event.preventDefault();
  target?.focus();
}
