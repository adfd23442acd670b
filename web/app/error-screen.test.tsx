import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorPage, ErrorScreen } from './error-screen.tsx';

function openFailingScreen({ message = FAULT, ErrorBoundary = ErrorScreen } = {}) {
  const Failing = () => {
    throw new TypeError(message);
  };
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Failing, ErrorBoundary }])} />);
}

afterEach(() => onlineManager.setOnline(true));

const OFFLINE = 'You are offline. Check your connection and try again.';
const UNREACHABLE = 'Parqueo cannot be reached right now. Check your connection and try again.';
const FAULT = 'x is not a function';

test.each([
  ['fails', true, FAULT, 'Unexpected Application Error!'],
  ['cannot load offline', false, FAULT, OFFLINE],
  ['Chrome cannot load', true, 'Failed to fetch dynamically imported module: https://x/a.js', UNREACHABLE],
  ['Firefox cannot load', true, 'error loading dynamically imported module: https://x/a.js', UNREACHABLE],
  ['Safari cannot load', true, 'Importing a module script failed.', UNREACHABLE],
])('a screen that %s says why, and can be opened again, or left for the map', (_, isOnline, message, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onlineManager.setOnline(isOnline);
  openFailingScreen({ message });
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to map' })).toHaveAttribute('href', '/map');
});

test('a start that fails on the device of somebody who is signed in leaves the bars in place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.setItem('sb-127-auth-token', '{}');
  openFailingScreen({ ErrorBoundary: ErrorPage });
  await act(() => import('./messages-label.tsx'));
  expect(screen.getByRole('link', { name: 'Messages' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
