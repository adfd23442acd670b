import type { Request } from '@playwright/test';
import { createDriver, openReservation, passAnHour, signInAnHourAgo } from './pass-an-hour.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

const MAX_BYTES = 50_000;
/** The reservation is read every 30 seconds. */
const RESERVATION_READS = 120;

async function countReceivedBytes(request: Request): Promise<number> {
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  return responseHeadersSize + responseBodySize;
}

test('a driver who looks at the running reservation for an hour receives less than 50 KB', async ({ page, server }) => {
  const driver = await createDriver(server, 0);
  await signInAnHourAgo(page, driver.email);
  await openReservation(page);
  await page.waitForLoadState('networkidle');

  const requests = await passAnHour(page);

  const count = (address: RegExp) => requests.filter((request) => address.test(request.url())).length;
  expect(count(/\/rest\/v1\/reservations\?select=status/)).toBeGreaterThanOrEqual(RESERVATION_READS - 1);
  expect(count(/\/auth\/v1\/token\?grant_type=refresh_token/)).toBe(1);
  const bytes = await Promise.all(requests.map(countReceivedBytes));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});
