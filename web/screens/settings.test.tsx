import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN, DRIVER, type Person } from '../testing/people.ts';
import { expectPath, findToast, renderScreen, signInBrowser, stubMedia } from '../testing/render-screen.tsx';

const readSettings = () => server.rows('user_settings').find(({ user_id }) => user_id === DRIVER.id);
const limitField = () => screen.findByLabelText('Sign out without activity');
const SAVE = 'PATCH /rest/v1/user_settings';
const SAVED = 'Settings updated successfully';
const readSwitch = (name: string) => screen.getByRole('switch', { name });
/** The columns of each request to save. */
const readSaved = () => server.received(SAVE).map(({ body }) => body);

async function openSettings(person: Person = DRIVER) {
  const { user } = await renderScreen('/settings', { as: person });
  await limitField();
  return user;
}

beforeEach(() => {
  Object.assign(readSettings() ?? {}, { auto_logout_minutes: 60 });
});

test.each([
  ['Sign Out', 'local'],
  ['Sign out on all devices', 'global'],
])('%s ends sessions in the scope %s', async (name, scope) => {
  server.handle('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
  const user = await openSettings();
  await user.click(screen.getByRole('button', { name }));
  if (scope === 'global') {
    expect(server.received('POST /auth/v1/logout')).toEqual([]);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  }
  await expectPath('/login');
  expect(server.received('POST /auth/v1/logout').map(({ url }) => url.searchParams.get('scope'))).toEqual([scope]);
});

test('the theme changes at once and is still there after a reload', async () => {
  const html = document.documentElement;
  stubMedia((media) => media.includes('dark'));
  const { user, reload } = await renderScreen('/settings');
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(html).toHaveClass('dark');
  html.className = '';
  await reload();
  expect(await screen.findByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(html).toHaveClass('dark');
  await user.click(screen.getByRole('radio', { name: 'Light' }));
  expect(html).toHaveClass('light');
  await user.click(screen.getByRole('radio', { name: 'System' }));
  expect(html).toHaveClass('dark');
});

test.each([
  ['offered push', 'public-key', 1],
  ['not offered push that nobody sends', undefined, 0],
])('a driver is %s', async (_, pushKey, count) => {
  Object.assign(server.config, { samples: false, pushKey });
  Object.assign(server.rows('public_settings')[0] ?? {}, { push_notifications: true });
  await openSettings();
  expect(screen.queryAllByRole('switch', { name: 'Push notifications' })).toHaveLength(count);
});

describe('notifications on this device', () => {
  const DEVICE = 'Notifications on this device';
  const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/this-device';
  const ADD = 'POST /rest/v1/rpc/add_push_subscription';
  /** The server's public key in URL-safe base64. */
  const PUSH_KEY = 'cHVibGljLWtleQ';
  const deviceSwitch = () => screen.findByRole('switch', { name: DEVICE });
  const endpoints = () => server.rows('push_subscriptions').map(({ endpoint }) => endpoint);

  /** Gives the browser notifications; the permission is what the person answers. */
  function giveNotifications(permission: NotificationPermission, answer = permission) {
    const browser = { subscription: null as object | null };
    const subscribeAt = (endpoint: string, key: string) => {
      browser.subscription = {
        endpoint,
        options: { applicationServerKey: Buffer.from(key, 'base64url') },
        toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
        unsubscribe: async () => Object.assign(browser, { subscription: null }),
      };
    };
    const pushManager = {
      getSubscription: async () => browser.subscription,
      subscribe: vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
        subscribeAt(ENDPOINT, applicationServerKey);
        return browser.subscription;
      }),
    };
    const registration = { pushManager };
    const requestPermission = vi.fn(async () => Object.assign(notification, { permission: answer }).permission);
    const notification = { permission, requestPermission };
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('PushManager', class {});
    const serviceWorker = Object.assign(new EventTarget(), {
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
      register: async () => registration,
    });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    server.config.pushKey = PUSH_KEY;
    server.tables.push_subscriptions = [];
    server.handle(ADD, ({ body }) => {
      server.tables.push_subscriptions = [{ id: 'device', ...(body as object) }];
      return Response.json('device');
    });
    server.handle('POST /rest/v1/rpc/remove_push_subscription', () => {
      server.rows('push_subscriptions').length = 0;
      return new Response(null, { status: 204 });
    });
    return { requestPermission, subscribe: pushManager.subscribe, subscribeAt, browser };
  }
  /** Opens Settings and turns the device on. */
  async function turnOn() {
    const app = await renderScreen('/settings');
    await waitFor(async () => expect(await deviceSwitch()).toBeEnabled());
    await app.user.click(await deviceSwitch());
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked());
    return app;
  }
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.unstubAllGlobals();
  });

  test('a driver turns them on with a tap, which turns push on for the account, and off again', async () => {
    const { requestPermission, subscribe } = giveNotifications('default', 'granted');
    const user = await openSettings();
    await waitFor(async () => expect(await deviceSwitch()).toBeEnabled());
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(await deviceSwitch());
    await waitFor(() => expect(readSaved()).toEqual([{ push_notifications: true }]));
    expect(server.rows('push_subscriptions')).toMatchObject([
      { endpoint: ENDPOINT, p256dh: 'key', auth: 'secret', language: 'en', server_key: PUSH_KEY },
    ]);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: PUSH_KEY });
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked());
    expect(readSwitch('Push notifications')).toBeChecked();
    await user.click(await deviceSwitch());
    await waitFor(async () => expect(await deviceSwitch()).not.toBeChecked());
    expect(server.rows('push_subscriptions')).toEqual([]);
    expect(readSwitch('Push notifications')).toBeChecked();
  });

  test('a driver who blocks them is told where to allow them, and nothing is sent', async () => {
    giveNotifications('default', 'denied');
    const user = await openSettings();
    await waitFor(async () => expect(await deviceSwitch()).toBeEnabled());
    await user.click(await deviceSwitch());
    expect(await screen.findByText(/This browser blocks notifications/)).toBeVisible();
    expect(await deviceSwitch()).not.toBeChecked();
    expect(server.received(ADD)).toEqual([]);
  });

  test('a device stays on at the next start though its browser replaced or lost the subscription, or the server has a new key', async () => {
    const { subscribeAt, browser, requestPermission } = giveNotifications('granted');
    const { reload } = await turnOn();
    requestPermission.mockClear();
    subscribeAt('https://fcm.googleapis.com/fcm/send/replaced', PUSH_KEY);
    await reload();
    await waitFor(() => expect(endpoints()).toEqual(['https://fcm.googleapis.com/fcm/send/replaced']));

    browser.subscription = null;
    await reload();
    await waitFor(() => expect(endpoints()).toEqual([ENDPOINT]));
    server.config.pushKey = 'YW5vdGhlcg';
    await reload();
    await waitFor(() => expect(server.rows('push_subscriptions')).toMatchObject([{ server_key: 'YW5vdGhlcg' }]));
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked());
    expect(requestPermission).not.toHaveBeenCalled();
  });

  test('a device that somebody else turned on stays theirs, and one that was turned off stays off', async () => {
    giveNotifications('granted');
    const { user, reload } = await turnOn();
    // Row level security hides the devices of others.
    server.rows('push_subscriptions').length = 0;
    signInBrowser(ADMIN);
    await reload();
    await waitFor(async () => expect(await deviceSwitch()).toBeEnabled());
    expect(await deviceSwitch()).not.toBeChecked();
    expect(endpoints()).toEqual([]);

    signInBrowser(DRIVER);
    await reload();
    await waitFor(() => expect(endpoints()).toEqual([ENDPOINT]));
    await waitFor(async () => expect(await deviceSwitch()).toBeChecked());
    await user.click(await deviceSwitch());
    await waitFor(() => expect(endpoints()).toEqual([]));
    await reload();
    await waitFor(async () => expect(await deviceSwitch()).toBeEnabled());
    expect(endpoints()).toEqual([]);
  });

  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)';

  test.each([
    ['a browser without notifications', 'public-key', 'Mozilla/5.0', 'This browser has no notifications'],
    ['an iPhone before the app is installed', 'public-key', IPHONE, /first add the app to the home screen/],
  ])('%s says why there are none', async (_, pushKey, userAgent, description) => {
    server.config.pushKey = pushKey;
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await openSettings();
    expect(await deviceSwitch()).toBeDisabled();
    expect(await deviceSwitch()).toHaveAccessibleDescription(description);
  });
});

test('a switch that was not saved goes back and says why', async () => {
  const user = await openSettings();
  const mend = server.breakRequests(SAVE);
  await user.click(readSwitch('SMS notifications'));
  expect(await screen.findByText('Failed to update settings')).toBeVisible();
  expect(readSwitch('SMS notifications')).not.toBeChecked();
  mend();
  await user.click(readSwitch('SMS notifications'));
  expect(await screen.findByText(SAVED)).toBeVisible();
  expect(readSettings()).toMatchObject({ sms_notifications: true });
});

describe('saving', () => {
  test('a driver undoes the newest change, and the earlier ones stay', async () => {
    const user = await openSettings();
    await user.click(readSwitch('SMS notifications'));
    await user.click(screen.getByRole('radio', { name: /^Public/ }));
    await waitFor(() => expect(readSaved()).toHaveLength(2));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /^Private/ })).toBeChecked());
    await waitFor(() => expect(readSettings()).toMatchObject({ privacy_level: 'private', sms_notifications: true }));
  });

  test('a switch shows what was chosen before the server has responded, and the last choice wins', async () => {
    const user = await openSettings();
    const release = server.holdRequests(SAVE);
    for (const isOn of [true, false, true]) {
      await user.click(readSwitch('Marketing emails'));
      expect(readSwitch('Marketing emails')).toHaveProperty('checked', isOn);
    }
    expect(readSaved()).toHaveLength(1);
    release();
    await waitFor(() => expect(readSaved()).toHaveLength(3));
    await waitFor(() => expect(readSettings()).toMatchObject({ marketing_emails: true }));
    expect(readSwitch('Marketing emails')).toBeChecked();
  });
});

describe('without sample data', () => {
  beforeEach(() => {
    server.config.samples = false;
  });

  test.each(['signs out', 'deletes the account'])('messages that were not sent go when a person %s', async (way) => {
    const key = (id: string) => `parqueo.unsent-messages.${id}`;
    for (const { id } of [DRIVER, ADMIN]) localStorage.setItem(key(id), '[]');
    server.handle(DELETE, () => new Response(null, { status: 204 }));
    servePreview({});
    const user = way === 'signs out' ? await openSettings() : await openDeletion();
    await user.click(way === 'signs out' ? screen.getByRole('button', { name: 'Sign Out' }) : submit());
    await expectPath('/login');
    await waitFor(() => expect(localStorage.getItem(key(DRIVER.id))).toBeNull());
    expect(localStorage.getItem(key(ADMIN.id))).not.toBeNull();
  });

  const DELETE = 'POST /rest/v1/rpc/delete_my_account';
  const PREVIEW = 'POST /rest/v1/rpc/preview_deletion';
  const VISA = { payment: 'p1', method: 'card', paid_with: 'Visa ···· 1732', captured_at: '2026-03-01', amount: 20 };
  const PAYPAL = { payment: 'p2', method: 'paypal', paid_with: null, captured_at: '2026-02-01', amount: 4.5 };
  const servePreview = (preview: object) =>
    server.handle(PREVIEW, () => Response.json({ reservation_until: null, balance: 0, sources: [], ...preview }));
  const submit = () => screen.getByRole('button', { name: 'Delete account' });
  const waiver = (amount: string) =>
    screen.getByRole('checkbox', { name: `I give up the ${amount} of my wallet that is not given back to me.` });

  async function openDeletion() {
    const user = await openSettings();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const confirmation = await screen.findByLabelText('Type DELETE or your email to confirm');
    fireEvent.change(confirmation, { target: { value: DRIVER.email } });
    return user;
  }

  test('a driver with money decides what goes back where, and confirms what they give up', async () => {
    servePreview({ balance: 30, sources: [VISA, PAYPAL] });
    server.handle(DELETE, () => new Response(null, { status: 204 }));
    const user = await openDeletion();
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(/Visa ···· 1732\$20\.00PayPal\$4\.50\$5\.50 is a credit or was paid in cash/);
    expect(submit()).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /^Give up the money/ }));
    expect(waiver('$30.00')).not.toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^Give \$24\.50 back/ }));
    expect(submit()).toBeDisabled();
    await user.click(waiver('$5.50'));
    await user.click(submit());
    await findToast('Your account has been deleted. $24.50 is on its way back to you and takes some days.');
    expect(server.received(DELETE).map(({ body }) => body)).toEqual([{ to_source: true, waived: '5.50' }]);
  });

  test('money that comes in meanwhile is asked about anew, and the word that was typed stays', async () => {
    servePreview({ balance: 6 });
    const left = { code: '23514', message: 'balance-left', hint: 'balance-left', details: '16.00' };
    server.handle(DELETE, () => Response.json(left, { status: 400 }));
    const user = await openDeletion();
    await user.click(waiver('$6.00'));
    servePreview({ balance: 16 });
    await user.click(submit());
    expect(await screen.findByText(/^Your wallet holds \$16\.00 that nothing was decided about/)).toBeVisible();
    await waitFor(() => expect(waiver('$16.00')).not.toBeChecked());
    expect(screen.getByLabelText('Type DELETE or your email to confirm')).toHaveValue(DRIVER.email);
    expect(submit()).toBeDisabled();
  });

  test('a driver who has looked at it too often reads when to try again', async () => {
    const limit = { code: '23514', message: 'too-many', hint: 'too-many-deletion-previews' };
    server.handle(PREVIEW, () => Response.json(limit, { status: 400 }));
    const user = await openSettings();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/Try again in an hour\.$/)).toBeVisible();
  });

  test('a driver who is parked reads until when, and can only keep the account', async () => {
    servePreview({ reservation_until: new Date(2026, 2, 10, 14, 30).toISOString() });
    const user = await openSettings();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Your reservation goes on until .*2:30 PM.*End it first/,
    );
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });
});
