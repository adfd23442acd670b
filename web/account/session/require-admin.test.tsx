import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../../../domain/problems.ts';
import { paths } from '../../paths.ts';
import { RequireAdmin } from './require-admin.tsx';
import { isAdmin } from './session.ts';

vi.mock('./session.ts', () => ({ isAdmin: vi.fn() }));
const rules = { adminsNeedSecondFactor: false };
const verified = { data: { factors: [] as { status: string }[] }, isError: false };
vi.mock('../../data/sign-in-rules.ts', () => ({ useSignInRules: () => ({ data: rules }) }));
vi.mock('./use-verified-user.ts', async (importActual) => ({
  ...(await importActual<typeof import('./use-verified-user.ts')>()),
  useVerifiedUser: () => verified,
}));
vi.mock('./session-provider.tsx', () => ({ useUser: () => ({ id: 'ana' }) }));

beforeEach(() => {
  vi.mocked(isAdmin).mockReset();
  rules.adminsNeedSecondFactor = false;
  verified.data.factors = [];
});

function opened() {
  const router = createMemoryRouter(
    [
      { path: paths.map, element: <p>The map</p> },
      { Component: RequireAdmin, children: [{ path: paths.admin, element: <p>The back office</p> }] },
    ],
    { initialEntries: [paths.admin] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

test('an administrator sees nothing of the back office until the role is known', async () => {
  const answer = Promise.withResolvers<boolean>();
  vi.mocked(isAdmin).mockReturnValue(answer.promise);
  opened();
  expect(screen.getByRole('status')).toHaveTextContent('Checking your access...');
  expect(screen.queryByText('The back office')).toBeNull();
  answer.resolve(true);
  expect(await screen.findByText('The back office')).toBeInTheDocument();
  expect(isAdmin).toHaveBeenCalledWith('ana');
});

test('an administrator without the second factor that the operator asks for is led to setting it up, until they have it', async () => {
  vi.mocked(isAdmin).mockResolvedValue(true);
  rules.adminsNeedSecondFactor = true;
  verified.data.factors = [{ status: 'unverified' }];
  opened();
  expect(await screen.findByText('The back office asks for a second factor')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open the settings' })).toBeInTheDocument();
  expect(screen.queryByText('The back office')).toBeNull();
  verified.data.factors = [{ status: 'verified' }];
  opened();
  expect(await screen.findByText('The back office')).toBeInTheDocument();
});

test('a driver is led to the map', async () => {
  vi.mocked(isAdmin).mockResolvedValue(false);
  const router = opened();
  expect(await screen.findByText('The map')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(paths.map);
});

test('an administrator whose role did not load stays outside and can try again', async () => {
  vi.mocked(isAdmin).mockRejectedValueOnce(new Problem('admin-not-checked')).mockResolvedValue(true);
  opened();
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be checked');
  expect(screen.queryByText('The back office')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The back office')).toBeInTheDocument();
});
