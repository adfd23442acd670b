import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import { ADMIN } from '../../testing/people.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { createAdminSpace, ZONE } from '../../testing/rows.ts';

const addSpaces = (...names: string[]) => {
  const spaces = names.map((name) => createAdminSpace({ name }));
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push(...spaces);
  return spaces;
};
const sheets = () => document.querySelectorAll('.sign-sheet');

test('a space without a zone gets no sign, and at most 500 are printed at once', async () => {
  addSpaces(...Array.from({ length: 501 }, (_, index) => `F-${index}`));
  server.rows('parking_spaces').push(createAdminSpace({ name: 'Suelto', zone_id: null, zone_name: null }));
  await renderScreen('/admin/signs', { as: ADMIN });
  expect(await screen.findByText('These are the first 500. Print the others by zone.')).toBeVisible();
  expect(screen.getByText('1 space without a zone gets no sign, as drivers cannot reserve it.')).toBeVisible();
  expect(sheets()).toHaveLength(125);
});
