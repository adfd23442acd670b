import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

const PAUSE_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const box = () => screen.getByRole('searchbox', { name: 'Search people' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pause = () => act(() => vi.advanceTimersByTime(PAUSE_MS));

function shown(value = '') {
  const onSearch = vi.fn();
  const field = (now: string) => (
    <SearchField label="Search people" placeholder="Name..." value={now} onSearch={onSearch} />
  );
  const { rerender } = render(field(value));
  return { onSearch, becomes: (now: string) => rerender(field(now)) };
}

test('a person who types starts one search when they pause', () => {
  const { onSearch } = shown();
  type('a');
  type('an');
  expect(onSearch).not.toHaveBeenCalled();
  pause();
  expect(onSearch.mock.calls).toEqual([['an']]);
});

test('a person keeps their last text when earlier searches come back late', () => {
  const { onSearch, becomes } = shown();
  type('an');
  pause();
  type('beto');
  pause();
  becomes('an');
  expect(box()).toHaveValue('beto');
  becomes('beto');
  expect(box()).toHaveValue('beto');
  pause();
  expect(onSearch.mock.calls).toEqual([['an'], ['beto']]);
  becomes('');
  expect(box()).toHaveValue('');
});

test('a person who goes back sees the text of that address', () => {
  const { onSearch, becomes } = shown('ana');
  becomes('');
  expect(box()).toHaveValue('');
  pause();
  expect(onSearch).not.toHaveBeenCalled();
});
