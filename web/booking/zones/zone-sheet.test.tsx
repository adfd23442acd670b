import type { UseQueryResult } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Zone } from '../../../domain/zones/zone.ts';
import { ZONE } from '../../testing/rows.ts';
import { ZoneSheet } from './zone-sheet.tsx';
import { toZone } from './zones.ts';

const zone = (name: string, free: number, spaces = 3): Zone =>
  toZone({ ...ZONE, id: name, name, description_en: null, rating_count: 0, spaces, available: free });

function showSheet(zones: Zone[], selected: Zone | null) {
  const actions = { onSelect: vi.fn(), onShowDetails: vi.fn(), onChoose: vi.fn(), onQuickReserve: vi.fn() };
  const query = { data: zones, isError: false, isPaused: false } as UseQueryResult<Zone[]>;
  render(
    <MemoryRouter>
      <ZoneSheet
        zones={query}
        period={null}
        isFiltered={false}
        origin={null}
        ref={null}
        allZones={{ to: '/zones' }}
        selectedZoneId={selected?.id ?? null}
        selectedZone={selected}
        isOpen
        onOpenChange={vi.fn()}
        {...actions}
      />
    </MemoryRouter>,
  );
  return actions;
}
const chooseButton = () => screen.getByRole('button', { name: /^Choose/ });
const reserveButton = () => screen.getByRole('button', { name: 'Reserve Parking' });

const full = zone('Malecón', 0);

test.each([
  ['before a zone is picked', zone('Malecón', 3), null],
  ['with a zone that is full', full, full],
])('nobody can go on %s', (_, listed, picked) => {
  showSheet([listed], picked);
  expect(chooseButton()).toBeDisabled();
  expect(reserveButton()).toBeDisabled();
});

test('a zone whose spaces are taken is full, and one without spaces is not', () => {
  showSheet([full, zone('New', 0, 0)], null);
  expect(screen.getByRole('radio', { name: 'Malecón' })).toHaveAccessibleDescription(/Full/);
  expect(screen.getByRole('radio', { name: 'New' })).toHaveAccessibleDescription(/No spaces yet/);
});

test('a driver goes on with the picked zone, also when the list does not show it', async () => {
  const picked = zone('Far away', 1);
  const { onChoose, onQuickReserve } = showSheet([zone('Malecón', 3)], picked);
  await userEvent.click(chooseButton());
  await userEvent.click(reserveButton());
  expect(onChoose).toHaveBeenCalledWith(picked);
  expect(onQuickReserve).toHaveBeenCalledWith(picked);
});

test('the list begins with the zone that was picked on the map', () => {
  showSheet([zone('Malecón', 3)], zone('Far away', 1));
  expect(screen.getAllByRole('radio')[0]).toHaveAccessibleName('Far away');
});
