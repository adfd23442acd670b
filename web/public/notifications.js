// A part of the service worker: shows what the server sends while the app is closed, and opens the screen that it is about.

const readMessage = (event) => {
  try {
    return event.data?.json() ?? {};
  } catch {
    // Browsers take the permission away from an app that shows nothing.
    return {};
  }
};

/** Only an address of this app. */
const toAddress = (path) => {
  const address = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
};

self.addEventListener('push', (event) => {
  const { id, title = 'Parqueo', body = '', path } = readMessage(event);
  event.waitUntil(
    self.registration.showNotification(String(title), {
      body: String(body),
      // A message that comes twice is shown once.
      tag: typeof id === 'string' ? id : undefined,
      icon: '/icons/icon-192.png',
      data: { address: toAddress(path) },
    }),
  );
});

// The app subscribes anew and stores it, as only the app has the driver's session: an open page now, else the next start.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    (async () => {
      const [page] = await self.clients.matchAll({ type: 'window' });
      page?.postMessage({ type: 'push-subscription-changed' });
    })(),
  );
});

const isLedTo = (page, address) =>
  page.navigate(address).then(
    () => true,
    () => false,
  );

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = event.notification.data?.address ?? self.location.origin;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const page = pages.find(({ url }) => url === address) ?? pages[0];
      if (page === undefined) return self.clients.openWindow(address);
      // A page that this worker does not control cannot be led elsewhere.
      if (page.url !== address && !(await isLedTo(page, address))) return self.clients.openWindow(address);
      return page.focus();
    })(),
  );
});
