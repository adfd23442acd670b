import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminSpace } from '../../testing/rows.ts';

let space: Row;
beforeEach(() => {
  space = createAdminSpace({ name: 'A-03', status: 'occupied' });
  server.rows('parking_spaces').push(space);
  server.rows('space_reports').push({
    id: '4e000000-0000-4000-8000-000000000001',
    created_at: '2026-03-02T12:00:00Z',
    resolved_at: null,
    parking_space_id: space.id,
    parking_spaces: { name: 'A-03', zone_name: 'Naco' },
    new_space: { name: 'A-04', zone_name: 'Naco' },
    profiles: { full_name: 'Ana Núñez', email: 'ana@parqueo.test' },
  });
});

const reports = () => screen.findByRole('region', { name: /Spaces reported as taken/ });
const click = async (name: string) => fireEvent.click(within(await reports()).getByRole('button', { name }));

test('an administrator frees a reported space', async () => {
  await openTab('parking');
  await click('Free it');
  await findToast('The report of A-03, Naco is resolved');
  expect(space.status).toBe('available');
});
