import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const library = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../map/search/place-search-box.tsx', async (importOriginal) => {
  await library.promise;
  return importOriginal();
});

test('a driver types before the search is loaded, and loses nothing', async () => {
  const place = { geometry: { coordinates: [-69.94, 18.48] }, properties: { name: 'Ágora Mall', countrycode: 'DO' } };
  server.handle('GET /api', () => Response.json({ features: [place] }));
  const { user } = await renderScreen('/map', { as: null });
  const field = await screen.findByRole('textbox', { name: 'Search by address' });
  expect(field).toHaveAttribute('placeholder', 'Search by address');
  await user.click(field);
  expect(field).toHaveAttribute('placeholder', 'Loading...');
  await user.type(field, 'Ago');
  library.resolve();
  const search = await screen.findByRole('combobox', { name: 'Search by address' });
  expect(search).toHaveValue('Ago');
  expect(search).toHaveFocus();
  await user.keyboard('ra');
  expect(search).toHaveValue('Agora');
  expect(await screen.findByRole('option', { name: /Ágora Mall/ })).toBeVisible();
});
