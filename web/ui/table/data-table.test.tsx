import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../../../domain/problems.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { tableColumns } from './table-columns.ts';

type Space = { id: string; name: string; price: number };

const helper = tableColumns<Space>();
const columns = helper.columns([
  helper.accessor('name', { header: 'Name', meta: { card: 'title' } }),
  helper.accessor('price', { header: 'Price', meta: { align: 'end' } }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { card: 'actions' },
    cell: ({ row }) => <button type="button">Edit {row.id}</button>,
  }),
]);
const SPACES: Space[] = [
  { id: 'b', name: 'B-01', price: 7 },
  { id: 'a', name: 'A-01', price: 5 },
];

let isWide = true;
beforeEach(() => {
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

function showTable(props: Partial<DataTableProps<Space>> = {}, error: Error | null = null) {
  const onSort = vi.fn();
  const onPage = vi.fn();
  const refetch = vi.fn();
  const query = {
    error,
    isError: error !== null,
    isPaused: false,
    isPlaceholderData: false,
    dataUpdatedAt: Date.now(),
    refetch,
  };
  render(
    <DataTable
      label="Spaces"
      columns={columns}
      query={query}
      rows={SPACES}
      rowId={({ id }) => id}
      loadingText="Loading spaces..."
      emptyText="No spaces found"
      sort={{ id: 'price', desc: true }}
      onSort={onSort}
      page={2}
      hasNext
      onPage={onPage}
      summary="Showing 3–4 of 9 spaces"
      {...props}
    />,
  );
  return { onSort, onPage, refetch };
}

test('a person sees the rows in the order of the server, and the sorted column', () => {
  showTable();
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent('B-01');
  expect(second).toHaveTextContent('A-01');
  expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort');
  expect(screen.getByText('Showing 3–4 of 9 spaces')).toBeVisible();
});

test('a person reverses the sorted column, and sorts a new one upwards first', async () => {
  const { onSort } = showTable();
  await userEvent.click(screen.getByRole('button', { name: 'Price' }));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSort.mock.calls).toEqual([[{ id: 'price', desc: false }], [{ id: 'name', desc: false }]]);
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
});

test('a person goes to the previous and the next page', async () => {
  const { onPage } = showTable();
  expect(screen.getByText('Page 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage.mock.calls).toEqual([[1], [3]]);
});

test('a person reads that rows are loading, are missing or failed to load', async () => {
  showTable({ rows: undefined });
  expect(screen.getByText('Loading spaces...')).toBeVisible();
  showTable({ rows: [] });
  expect(screen.getByText('No spaces found')).toBeVisible();
  const { refetch } = showTable({ rows: undefined }, new Problem('spaces-not-loaded'));
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load parking spaces');
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('the keyboard reaches the table, its headings, rows and pages in this order', async () => {
  showTable();
  await userEvent.tab();
  expect(screen.getByRole('region', { name: 'Spaces' })).toHaveFocus();
  for (const name of ['Name', 'Price', 'Edit b', 'Edit a', 'Previous', 'Next']) {
    await userEvent.tab();
    expect(screen.getByRole('button', { name })).toHaveFocus();
  }
});

test('the arrow keys, Home and End move the focus from row to row', async () => {
  showTable();
  const edit = (name: string) => screen.getByRole('button', { name: `Edit ${name}` });
  screen.getByRole('button', { name: 'Name' }).focus();
  for (const [key, name] of [
    ['ArrowDown', 'b'],
    ['ArrowDown', 'a'],
    ['ArrowDown', 'a'],
    ['ArrowUp', 'b'],
    ['End', 'a'],
    ['Home', 'b'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(edit(name)).toHaveFocus();
  }
});

test('a person sees the rows under their groups', () => {
  const getGroup = ({ name }: Space) => ({ name: `Row ${name[0]}`, count: '1 space' });
  showTable({ getGroup });
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Row B 1 space',
    'Row A 1 space',
  ]);
  isWide = false;
  showTable({ getGroup });
  const cards = within(screen.getByRole('list', { name: 'Row A' })).getAllByRole('listitem');
  expect(cards).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Row B 1 space' })).toBeVisible();
});

test('a person on a phone sees cards, and sorts them with a select', async () => {
  isWide = false;
  const { onSort } = showTable();
  const cards = within(screen.getByRole('list', { name: 'Spaces' })).getAllByRole('listitem');
  expect(cards[0]).toHaveTextContent('B-01Price7Edit b');
  expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Price, descending');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name, ascending');
  expect(onSort).toHaveBeenCalledWith({ id: 'name', desc: false });
});
