import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorPage, ErrorScreen } from './error-screen.tsx';

function openFailingScreen(ErrorBoundary = ErrorScreen) {
  const Failing = () => {
    throw new Error('a fault of the product');
  };
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Failing, ErrorBoundary }])} />);
}

afterEach(() => onlineManager.setOnline(true));

const OFFLINE = 'You are offline. Check your connection and try again.';

test.each([
  ['fails says so under the router’s title', true, 'Unexpected Application Error!'],
  ['cannot load offline says that there is no connection', false, OFFLINE],
])('a screen that %s, and can be opened again, or left for the map', (_, isOnline, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onlineManager.setOnline(isOnline);
  openFailingScreen();
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to map' })).toHaveAttribute('href', '/map');
});

test('a start that fails on the device of somebody who is signed in leaves the bars in place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.setItem('sb-127-auth-token', '{}');
  openFailingScreen(ErrorPage);
  await act(() => import('./messages-label.tsx'));
  expect(screen.getByRole('link', { name: 'Messages' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
