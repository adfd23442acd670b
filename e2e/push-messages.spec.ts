import { createPerson, expect, signIn, test } from './people.ts';

test.use({ serviceWorkers: 'allow' });

type Shown = { title: string; options: { body: string; tag?: string; data: { address: string } } };

test('a push message is shown while the app is closed, and a tap leads to its screen', async ({
  page,
  server,
  context,
}) => {
  const driver = await createPerson(server, 'pushed');
  await signIn(page, driver.email);
  await page.goto('/settings');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('There is no service worker');
  // A browser without a screen shows no notifications, so the worker keeps them for the test.
  await worker.evaluate(`
    self.shown = [];
    self.registration.showNotification = async (title, options) => self.shown.push({ title, options });
    undefined`);
  const shown = () => worker.evaluate<Shown[]>('self.shown');

  const browser = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  const push = (data: string) =>
    browser.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });

  await push(JSON.stringify({ id: 'one', title: 'Reservation confirmed', body: 'A-01, Naco', path: '/reservations' }));
  await push(JSON.stringify({ id: 'two', title: 'Elsewhere', path: 'https://evil.test/' }));
  await push(JSON.stringify({ id: 'three', title: 'Elsewhere', path: '//evil.test/' }));
  await push('no JSON');
  await expect.poll(async () => (await shown()).length).toBe(4);
  const [first, ...others] = await shown();
  expect(first).toMatchObject({
    title: 'Reservation confirmed',
    options: { body: 'A-01, Naco', tag: 'one', data: { address: `${server.url}/reservations` } },
  });
  for (const { options } of others) expect(new URL(options.data.address).origin).toBe(server.url);

  // Only a tap of a person may bring a page to the front.
  await worker.evaluate(`
    self.dispatchEvent(Object.assign(new Event('notificationclick'), {
      notification: { close: () => undefined, data: { address: self.shown[0].options.data.address } },
      waitUntil: (work) => work.catch(() => undefined),
    }))`);
  await expect(page).toHaveURL(`${server.url}/reservations`);

  // An open page hears that the browser replaced the subscription.
  await page.evaluate(`
    navigator.serviceWorker.addEventListener('message', ({ data }) => { window.posted = data; });
    undefined`);
  await worker.evaluate(`
    self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => undefined }));
    undefined`);
  await expect.poll(() => page.evaluate('window.posted')).toEqual({ type: 'push-subscription-changed' });
});
