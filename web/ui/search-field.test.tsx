import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('SearchField', () => {
  it('asks once the typing pauses, not at each letter', () => {
    const { onSearch } = shown();
    type('a');
    type('an');
    expect(onSearch).not.toHaveBeenCalled();
    pause();
    expect(onSearch.mock.calls).toEqual([['an']]);
  });

  it('keeps letters that were typed while an earlier word was being sent', () => {
    const { onSearch, becomes } = shown();
    type('an');
    pause();
    type('ana');
    becomes('an');
    expect(box()).toHaveValue('ana');
    pause();
    expect(onSearch).toHaveBeenLastCalledWith('ana');
  });

  it('keeps the last word when earlier ones come back late, one after the other', () => {
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

  it('follows when the word changes from elsewhere, as on the way back', () => {
    const { onSearch, becomes } = shown('ana');
    becomes('');
    expect(box()).toHaveValue('');
    pause();
    expect(onSearch).not.toHaveBeenCalled();
  });
});
