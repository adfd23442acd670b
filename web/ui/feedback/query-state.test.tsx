import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { m } from '#messages';
import { QueryState } from './query-state.tsx';
import { SkeletonList } from './skeleton.tsx';

const load = vi.fn<() => Promise<string[]>>();

beforeEach(() => {
  load.mockReset();
});
afterEach(() => {
  onlineManager.setOnline(true);
});

function Names({ failedText }: { failedText?: string }) {
  const query = useQuery({ queryKey: ['names'], queryFn: load });
  return (
    <QueryState
      query={query}
      loading={<SkeletonList label="Loading names" shapes={['h-4', 'h-4']} />}
      {...(failedText ? { failedText } : {})}
      isEmpty={(names) => names.length === 0}
      empty={<p>No names</p>}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </QueryState>
  );
}

function showNames(failedText?: string) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Names {...(failedText ? { failedText } : {})} />
    </QueryClientProvider>,
  );
}

test('a person sees the skeleton until the data arrives, then the data', async () => {
  const response = Promise.withResolvers<string[]>();
  load.mockReturnValue(response.promise);
  showNames();
  expect(screen.getByRole('status', { name: 'Loading names' })).toBeInTheDocument();
  response.resolve(['Ana', 'Beto']);
  expect(await screen.findByText('Ana, Beto')).toBeInTheDocument();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a person reads why loading failed, and Try again loads the data', async () => {
  load.mockRejectedValueOnce(new Error('Unexpected')).mockResolvedValue(['Ana']);
  showNames('The names did not arrive');
  expect(await screen.findByRole('alert')).toHaveTextContent('The names did not arrive');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ana')).toBeInTheDocument();
});

test('a person without a connection reads that they are offline, and no skeleton stays', async () => {
  load.mockResolvedValue([]);
  onlineManager.setOnline(false);
  showNames();
  expect(await screen.findByRole('alert')).toHaveTextContent(m.problem_offline());
  expect(screen.queryByRole('status')).toBeNull();
  expect(load).not.toHaveBeenCalled();
});

test('a person reads that there is nothing when the list is empty', async () => {
  load.mockResolvedValue([]);
  showNames();
  expect(await screen.findByText('No names')).toBeInTheDocument();
});
