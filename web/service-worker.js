// The service worker: it starts the app without a connection, keeps the map that was seen last, and shows notifications. The
// build writes two constants above: `VERSION`, and `SHELL`, the addresses of the files that the app starts with.

const SHELL_CACHE = `shell-${VERSION}`;
const OTHER_CACHES = ['assets', 'config', 'map'];
const MAX_ASSETS = 200;
/** About ten views of the map. */
const MAX_MAP_FILES = 400;
const CONFIG_TIMEOUT_MS = 3000;

/** Requests of pages that the server alone can show. */
const SERVED =
  /^\/(rest|auth|functions|maps|open|mailbox|first-admin|ticket|metrics|healthz|readyz)(\/|$)|\.[a-z0-9]+$/;

self.addEventListener('install', (event) => event.waitUntil(storeShell()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name !== SHELL_CACHE && !OTHER_CACHES.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  ),
);

// A new version waits until somebody asks for it.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'use-new-version') self.skipWaiting();
});

// Responses about people, of the data API, the sign-in and the functions, are never kept.
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  const respond = (response) => event.respondWith(response);
  if (mode === 'navigate') {
    // The page comes with the server's current security policy; the stored one is for times without a connection.
    if (!SERVED.test(pathname)) respond(fetch(event.request).catch(() => findStored('/index.html')));
  } else if (SHELL.includes(pathname)) respond(fromCacheFirst(event));
  else if (pathname.startsWith('/assets/')) respond(fromCacheFirst(event, 'assets', MAX_ASSETS));
  else if (pathname.startsWith('/maps/tiles/')) respond(fromCacheFirst(event, 'map', MAX_MAP_FILES));
  else if (pathname === '/config.json')
    respond(fromServerFirst(event, 'config', AbortSignal.timeout(CONFIG_TIMEOUT_MS)));
  else if (pathname === '/maps/style.json') respond(fromServerFirst(event, 'map'));
  // The small pictures of places stay with their reservations, which the app keeps and removes.
  else if (pathname === '/maps/still.svg' && Number(searchParams.get('height')) > 200)
    respond(fromServerFirst(event, 'map'));
});

/** The page depends on the language cookie, which is not part of the stored request. */
const findStored = (request) => caches.match(request, { ignoreVary: true });

async function storeShell() {
  const cache = await caches.open(SHELL_CACHE);
  const store = async (path) => {
    // What has a hash in its name is the same in all versions.
    const same = path.startsWith('/assets/') ? await findStored(path) : undefined;
    if (same !== undefined) await cache.put(path, same);
    else await cache.add(new Request(path, path.startsWith('/assets/') ? {} : { cache: 'reload' }));
  };
  await Promise.all(SHELL.map(store));
}

async function fromCacheFirst(event, name, most) {
  const stored = await findStored(event.request);
  // Storing it once more makes it the youngest.
  if (stored !== undefined && name === 'map') event.waitUntil(store(name, event.request, stored.clone(), most));
  if (stored !== undefined) return stored;
  const response = await fetch(event.request);
  if (name !== undefined && response.status === 200)
    event.waitUntil(store(name, event.request, response.clone(), most));
  return response;
}

async function fromServerFirst(event, name, signal) {
  try {
    const response = await fetch(event.request, { signal });
    if (response.status === 200) event.waitUntil(store(name, event.request, response.clone(), MAX_MAP_FILES));
    return response;
  } catch (error) {
    const stored = await findStored(event.request);
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Keeps the youngest responses; a device without room starts the cache anew. */
async function store(name, request, response, most) {
  try {
    const cache = await caches.open(name);
    await cache.put(request, response);
    const addresses = await cache.keys();
    await Promise.all(addresses.slice(0, -most).map((address) => cache.delete(address)));
  } catch {
    await caches.delete(name);
  }
}

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

// Only the app has the driver's session, so it subscribes again: an open page now, otherwise the next page that starts.
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
