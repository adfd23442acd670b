import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { createSession, DRIVER } from '../testing/people.ts';
import {
  expectPath,
  fakeClock,
  findToast,
  passTime,
  renderScreen,
  SESSION_KEY,
  signInBrowser,
} from '../testing/render-screen.tsx';

const UNREACHABLE = 'Parqueo cannot be reached right now. Check your connection and try again.';
const UNCHECKED = 'The server does not respond, so we could not check whether you are signed in.';

/** Keeps a session in the browser whose token has expired, so that the server must be asked for a new one. */
function keepExpiredSession(): void {
  const session = { ...createSession(DRIVER), expires_at: Math.floor(Date.now() / 1000) - 60, expires_in: 0 };
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

test('a server that sends no configuration for 5 seconds is told, with a way to try again', async () => {
  fakeClock();
  server.holdRequests('GET /config.json');
  await renderScreen('/map', { waits: false });
  await passTime(4900);
  expect(screen.queryByText(UNREACHABLE)).toBeNull();
  await passTime(200);
  expect(await screen.findByRole('alert')).toHaveTextContent(UNREACHABLE);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText('Parqueo')).toBeVisible();
});

test('a visitor sees the landing screen while the server hangs', async () => {
  server.holdRequests('GET /config.json');
  await renderScreen('/', { as: null });
  await expectPath('/intro');
  expect(await screen.findByText('LOG IN')).toBeVisible();
});

test('a check of the session that hangs ends as signed out 5 seconds after the start', async () => {
  fakeClock();
  keepExpiredSession();
  const sendConfig = server.holdRequests('GET /config.json');
  const respond = server.holdRequests('POST /auth/v1/token');
  await renderScreen('/map', { as: 'stored', waits: false });
  await passTime(3000);
  sendConfig();
  await waitFor(() => expect(server.received('POST /auth/v1/token')).not.toEqual([]));
  expect(screen.getByRole('status', { name: 'Loading Parqueo' })).toBeVisible();
  await passTime(2000);
  expect(await findToast(UNCHECKED)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Map of parking zones' })).toBeInTheDocument();

  respond();
  await waitFor(() => expect(screen.queryByText(UNCHECKED)).toBeNull());
});

test('a sign-out in another tab leads this one to the log-in screen, from where visitors may be as well', async () => {
  let receive: (message: MessageEvent) => void = () => undefined;
  class Channel {
    addEventListener = (_: string, listener: typeof receive) => {
      receive = listener;
    };
    postMessage = () => undefined;
    close = () => undefined;
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  await renderScreen('/map');
  expect(await screen.findByText('Welcome to Parqueo!')).toBeVisible();
  signInBrowser(null);
  receive(new MessageEvent('message', { data: { event: 'SIGNED_OUT', session: null } }));
  await expectPath('/login');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});
