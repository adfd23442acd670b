import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

function openFailingScreen() {
  const Failing = () => {
    throw new Error('a fault of the product');
  };
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', Component: Failing, ErrorBoundary: ErrorScreen }])} />,
  );
}

test('a screen that fails says so under the router’s title, and can be opened again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  openFailingScreen();
  expect(screen.getByRole('alert')).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByText(/Your reservations are safe\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a screen that cannot load offline says that there is no connection', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openFailingScreen();
  expect(screen.getByRole('alert')).toHaveTextContent('You are offline. Check your connection and try again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
