import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectTexts, openTab } from '../../testing/back-office.ts';
import '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminSpace, ZONE } from '../../testing/rows.ts';

const IMPORT = 'POST /rest/v1/rpc/import_spaces';
const HEADERS = 'Zone,Name,Location,How to find it,Lock device,Hourly rate';

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const rows = () => dialog().getAllByRole('row').slice(1);

async function openImport(): Promise<void> {
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push(createAdminSpace({ name: 'F-09', deviceId: 'KV-0001' }));
  await openTab('parking');
  await screen.findByText('F-09');
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('dialog');
}

function chooseFile(...lines: string[]): void {
  const file = new File([lines.join('\n')], 'spaces.csv', { type: 'text/csv' });
  fireEvent.change(dialog().getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [file] } });
}

test('an administrator reads what is wrong with each row, corrects the file and imports it', async () => {
  server.handle(IMPORT, ({ body }) => {
    const { rows: added } = body as { rows: { name: string }[] };
    server.rows('parking_spaces').push(...added.map(({ name }) => createAdminSpace({ name })));
    return Response.json({ imported: added.length, faults: [] });
  });
  await openImport();
  chooseFile(HEADERS, `${ZONE.name},G-1,,,,3`, 'Naco 2,G-2,,,KV-0001,x', `${ZONE.name},f-09,,,,`);

  expect(await dialog().findByText('2 rows have to be corrected')).toBeVisible();
  expect(dialog().getByText('1 row is right')).toBeVisible();
  await expectTexts(rows, [
    /^3.*Row 3: zone “Naco 2” does not exist.*KV-0001.*another space.*Row 3: rate “x”/,
    /^4.*f-09/,
  ]);
  expect(dialog().getByRole('button', { name: 'Import 3 spaces' })).toBeDisabled();
  fireEvent.click(dialog().getByLabelText('Only rows to correct'));
  expect(rows()).toHaveLength(3);

  press('Other file');
  chooseFile(HEADERS, `${ZONE.name},G-1,,,,3`, `${ZONE.name},G-2,Av. 27,Nivel 2,KV-0002,`);
  expect(await dialog().findByText('2 rows are right')).toBeVisible();
  expect(dialog().queryByLabelText('Only rows to correct')).toBeNull();
  press('Import 2 spaces');
  expect(await findToast('2 spaces imported')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('G-2')).toBeVisible();
  const [request] = server.received(IMPORT);
  expect(request?.body).toEqual({
    key: expect.any(String),
    rows: [
      { zone: ZONE.id, name: 'G-1', rate: 3 },
      { zone: ZONE.id, name: 'G-2', location: 'Av. 27', hint: 'Nivel 2', lock: 'KV-0002' },
    ],
  });
});

test('an administrator whose import got lost tries again with the same key', async () => {
  await openImport();
  const restore = server.failRequests(IMPORT, 500, { code: 'XX000' });
  chooseFile('Name', 'G-1');
  await dialog().findByText('1 row is right');
  press('Import 1 space');
  expect(await dialog().findByRole('alert')).toHaveTextContent('The spaces were not imported. Please try again.');
  restore();
  server.handle(IMPORT, () => Response.json({ imported: 1, faults: [] }));
  press('Import 1 space');
  expect(await findToast('1 space imported')).toBeVisible();
  const keys = server.received(IMPORT).map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});
