import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { server } from '../../testing/fake-server.ts';
import { DRIVER } from '../../testing/people.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ZONE } from '../../testing/rows.ts';

const HOUR_MS = 3_600_000;

test.each([
  { ageMs: HOUR_MS / 2, isKept: true },
  { ageMs: HOUR_MS + 1, isKept: false },
])('a star that a visitor gave $ageMs ms ago is kept for who signs in: $isKept', async ({ ageMs, isKept }) => {
  server.rows('parking_zones').push(ZONE);
  localStorage.setItem('parqueo.wished-favourite', JSON.stringify({ zoneId: ZONE.id, wishedAt: Date.now() - ageMs }));
  await renderScreen(paths.reserveParking(ZONE.id));
  await screen.findByRole('button', { name: /as a favorite/ });
  await waitFor(() => expect(localStorage.getItem('parqueo.wished-favourite')).toBeNull());
  const kept = { user_id: DRIVER.id, zone_id: ZONE.id };
  await waitFor(() => expect(server.rows('favourite_zones')).toEqual(isKept ? [expect.objectContaining(kept)] : []));
});
