import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
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

test('an administrator prints the signs of the spaces that the table finds', async () => {
  const [space] = addSpaces('F-09', 'G-10');
  await openTab('parking', '&q=f-09');
  await screen.findByText('F-09');
  fireEvent.click(screen.getByRole('link', { name: 'Print signs' }));

  const sign = within(await screen.findByRole('article', { name: `F-09, ${ZONE.name}` }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(sign.getByRole('img', { name: `QR code of F-09, ${ZONE.name}` })).toBeVisible();
  expect(sign.getByText(`${window.location.host}/reserve/${space?.id}`)).toBeVisible();
  expect(
    sign.getByText('Escanea el código con la cámara de tu teléfono para reservar este espacio en Parqueo.'),
  ).toBeVisible();
  expect(sign.getByText('Scan the code with your phone’s camera to reserve this space in Parqueo.')).toBeVisible();
  const print = vi.spyOn(window, 'print').mockReturnValue();
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a space without a zone gets no sign, and at most 500 are printed at once', async () => {
  addSpaces(...Array.from({ length: 501 }, (_, index) => `F-${index}`));
  server.rows('parking_spaces').push(createAdminSpace({ name: 'Suelto', zone_id: null, zone_name: null }));
  await renderScreen('/admin/signs', { as: ADMIN });
  expect(await screen.findByText('These are the first 500. Print the others by zone.')).toBeVisible();
  expect(screen.getByText('1 space without a zone gets no sign, as drivers cannot reserve it.')).toBeVisible();
  expect(sheets()).toHaveLength(125);
});
