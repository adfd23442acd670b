import { onlineManager } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

function openFailingScreen() {
  const Failing = () => {
    throw new Error('a fault of the product');
  };
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', Component: Failing, ErrorBoundary: ErrorScreen }])} />,
  );
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
