import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { formatDayAhead } from '../bookings.ts';
import { test as base, createPerson, expect, signIn } from '../people.ts';
import { copyDataTemplate, type RunningServer, startServer } from '../server.ts';

// Between the browser and the server stands a proxy that drops what the server answers to a booking.

const ZONE = 'Churchill Centro';

type Middle = {
  url: string;
  passOnTo: (target: string) => void;
  dropBookings: (isDropping: boolean) => void;
  dropped: () => number;
  close: () => void;
};

/** Passes everything on to the server; while it drops, the connection ends once the server has stored a booking. */
async function startMiddle(): Promise<Middle> {
  let target = '';
  let isDropping = false;
  let dropped = 0;
  const server: Server = createServer((asked, answer) => {
    const options = { method: asked.method, headers: asked.headers };
    const onward = request(`${target}${asked.url}`, options, (answered) => {
      if (isDropping && asked.method === 'POST' && asked.url?.startsWith('/rest/v1/reservations')) {
        dropped += 1;
        answered.resume();
        answer.destroy();
        return;
      }
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    passOnTo: (url) => {
      target = url;
    },
    dropBookings: (dropping) => {
      isDropping = dropping;
    },
    dropped: () => dropped,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The server of these tests is met through the proxy only. */
const test = base.extend<object, { middle: Middle; server: RunningServer }>({
  middle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const middle = await startMiddle();
      await use(middle);
      middle.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ middle }, use) => {
      const server = await startServer(await copyDataTemplate(), { PUBLIC_URL: middle.url });
      middle.passOnTo(server.url);
      await use({ ...server, url: middle.url });
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ expectedErrors: [/Failed to load resource/] });

test('a driver whose booking is stored but never acknowledged confirms again and has one', async ({
  page,
  middle,
  server,
}) => {
  const driver = await createPerson(server, 'unanswered');
  const spaces = driver.client.from('parking_spaces').select('id').eq('zone_name', ZONE).order('name').limit(1);
  const { data: space } = await spaces.single().throwOnError();
  const reservations = async () => (await driver.client.from('reservations').select('id').throwOnError()).data;
  const confirm = page.getByRole('button', { name: 'CONFIRM RESERVATION' });
  await signIn(page, driver.email);
  await page.goto(`/reserve/${space.id}`);
  await page.getByLabel('Date').fill(formatDayAhead(211));
  await page.getByLabel('Time').fill('09:30');
  await page.getByRole('button', { name: /^\+2h/ }).click();
  const typed = async () => [
    await page.getByLabel('Date').inputValue(),
    await page.getByLabel('Time').inputValue(),
    await page.getByLabel('Duration (hours)').inputValue(),
  ];
  const before = await typed();

  middle.dropBookings(true);
  await confirm.click();
  await expect(page.getByText('Failed to create reservation').first()).toBeVisible();
  expect(middle.dropped()).toBeGreaterThan(0);
  expect(await reservations()).toHaveLength(1);
  expect(await typed()).toEqual(before);

  middle.dropBookings(false);
  await confirm.click();
  await expect(page.getByText('Reservation confirmed!')).toBeVisible();
  await expect(page).toHaveURL(/\/directions/);
  expect(await reservations()).toHaveLength(1);
});
