import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LongList } from './long-list.tsx';
import { ScrollerContext } from './scroller-context.ts';

type Row = { id: string };

const createRows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `row-${index + 1}` }));

function List({ count }: { count: number }) {
  return (
    <LongList items={createRows(count)} getKey={({ id }) => id} rowHeight={50}>
      {({ id }) => <button type="button">{id}</button>}
    </LongList>
  );
}

const listRows = () => screen.getAllByRole('listitem');

// jsdom lays nothing out.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.scrollY = 0;
});

function scrollTo(top: number): void {
  window.scrollY = top;
  window.dispatchEvent(new Event('scroll'));
}

test('a person sees all rows of a list of a hundred', () => {
  render(<List count={100} />);
  expect(listRows()).toHaveLength(100);
});

test('of a longer list only the rows in view are there, each with its place among all', async () => {
  render(<List count={1000} />);
  await waitFor(() => expect(listRows().length).toBeLessThan(40));
  const [first] = listRows();
  expect(first).toHaveTextContent('row-1');
  expect(first).toHaveAttribute('aria-posinset', '1');
  expect(first).toHaveAttribute('aria-setsize', '1000');
  expect(screen.getByRole('list')).toHaveStyle({ height: '50000px' });
  scrollTo(25_000);
  expect(await screen.findByRole('button', { name: 'row-501' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'row-1' })).toBeNull();
});

test('the row with the focus stays, however far somebody scrolls, and Tab goes on from it', async () => {
  render(<List count={1000} />);
  await waitFor(() => expect(listRows().length).toBeLessThan(40));
  screen.getByRole('button', { name: 'row-3' }).focus();
  scrollTo(25_000);
  await screen.findByRole('button', { name: 'row-501' });
  expect(screen.getByRole('button', { name: 'row-3' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'row-4' })).toHaveFocus();
});

test('a list that grows past a hundred rows keeps those in view', async () => {
  function Growing() {
    const [count, setCount] = useState(90);
    return (
      <>
        <List count={count} />
        <button type="button" onClick={() => setCount(count + 50)}>
          Show more
        </button>
      </>
    );
  }
  render(<Growing />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(listRows()[0]).toHaveAttribute('aria-setsize', '140'));
  expect(screen.getByRole('button', { name: 'row-1' })).toBeInTheDocument();
});

test('a list in a box that scrolls has the rows in view there, below what is above it', async () => {
  const HEADING_PX = 200;
  function Box() {
    const [box, setBox] = useState<HTMLElement | null>(null);
    return (
      <div ref={setBox} data-testid="box">
        <ScrollerContext value={box}>
          <List count={1000} />
        </ScrollerContext>
      </div>
    );
  }
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(50);
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, HEADING_PX - screen.getByTestId('box').scrollTop),
  );
  render(<Box />);
  await waitFor(() => expect(listRows().length).toBeLessThan(40));
  const box = screen.getByTestId('box');
  box.scrollTop = HEADING_PX + 25_000;
  fireEvent.scroll(box);
  const inView = await screen.findByRole('button', { name: 'row-501' });
  expect(inView.closest('li')).toHaveStyle({ top: '25000px' });
  const places = listRows().map((row) => row.getAttribute('aria-posinset'));
  // The row in view with six above and six below it.
  expect([places[0], places.at(-1)]).toEqual(['495', '507']);
});

test('all rows are printed, and the row with the focus keeps it', async () => {
  render(<List count={1000} />);
  await waitFor(() => expect(listRows().length).toBeLessThan(40));
  screen.getByRole('button', { name: 'row-3' }).focus();
  fireEvent(window, new Event('beforeprint'));
  expect(listRows()).toHaveLength(1000);
  fireEvent(window, new Event('afterprint'));
  expect(listRows().length).toBeLessThan(40);
  expect(screen.getByRole('button', { name: 'row-3' })).toHaveFocus();
});
