import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { connect } from '../data/connection.ts';
import { UserWallet } from '../money/wallet/user-wallet.tsx';
import { AdministratorLog } from '../office/audit/administrator-log.tsx';
import { adminZoneSchema } from '../office/zones/admin-zone.ts';
import { ZoneRatingsDialog } from '../office/zones/ratings/zone-ratings-dialog.tsx';
import { createRating } from '../testing/fake-ratings.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import { ZONE } from '../testing/rows.ts';
import { Modal } from '../ui/modal.tsx';

// Lists that grow page by page for as long as somebody asks for more.

const ROWS = 300;
const nothing = () => undefined;
const created_at = '2026-03-01T10:00:00+00:00';

const entry = { action: 'update', subject_table: 'parking_zones', subject_id: ZONE.id, before: { name: 'Naco' } };
const movement = { amount: 1, kind: 'payment', reason: null, reservation_id: null, payment_id: null };
const zone = adminZoneSchema.parse({ ...ZONE, space_count: 0, updated_at: created_at });

type LongList = { table: string; createRow: (index: number) => Row; list: ReactElement; name: string };

const LISTS: Record<string, LongList> = {
  'the audit log': {
    table: 'admin_audit_log',
    createRow: (index) => ({
      ...entry,
      id: ROWS - index,
      after: { name: `Row ${index}` },
      created_at,
      actor_email: null,
      person_email: null,
    }),
    list: <AdministratorLog />,
    name: 'Administrator log',
  },
  'the ratings of a zone': {
    table: 'ratings',
    createRow: (index) => createRating({ comment: `Row ${index}` }),
    list: <ZoneRatingsDialog zone={zone} onClose={nothing} />,
    name: 'Ratings',
  },
  'the wallet of a driver': {
    table: 'wallet_entries',
    createRow: (index) => ({
      ...movement,
      id: crypto.randomUUID(),
      reason: `Row ${index}`,
      actor_email: null,
      created_at,
    }),
    list: (
      <Modal open size="large" onClose={nothing} title={DRIVER.email}>
        <UserWallet userId={DRIVER.id} />
      </Modal>
    ),
    name: 'Movements',
  },
};

test.each(Object.entries(LISTS))('of %s only the rows near the view are in the page', async (_, long) => {
  const rows = Array.from({ length: ROWS }, (_row, index) => long.createRow(index));
  for (const row of server.rows('profiles')) row.wallet_balance = 0;
  // All at once, instead of page by page.
  server.handle(`GET /rest/v1/${long.table}`, () => Response.json(rows));
  connect(server.config);
  // jsdom lays nothing out.
  for (const height of ['offsetHeight', 'clientHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, height, 'get').mockReturnValue(60);
  }
  vi.stubGlobal('scrollTo', nothing);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {long.list}
    </QueryClientProvider>,
  );
  const findRows = () => [...screen.getByRole('list', { name: long.name }).children];
  await waitFor(() => expect(findRows()[0]).toHaveAttribute('aria-posinset', '1'));
  const shown = findRows();
  expect(shown[0]).toHaveTextContent('Row 0');
  expect(shown.length).toBeLessThan(40);
  for (const row of shown) expect(row).toHaveAttribute('aria-setsize', String(ROWS));
});
