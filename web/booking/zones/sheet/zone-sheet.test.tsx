import type { UseQueryResult } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { connect } from '../../../data/connection.ts';
import { server } from '../../../testing/fake-server.ts';
import { toZone } from '../data.ts';
import { ZoneSheet } from './zone-sheet.tsx';

beforeEach(() => {
  connect(server.config).config.samples = true;
});

const zone = (name: string, free: number): Zone =>
  toZone({
    id: name,
    name,
    description: null,
    description_en: null,
    location: null,
    latitude: null,
    longitude: null,
    rating: 4,
    rating_count: 0,
    price_per_hour: 5,
    lowest_rate: 5,
    highest_rate: 5,
    amenities: {},
    spaces: free,
    available: free,
  });

function showSheet(zones: Zone[] | undefined, selected: Zone | null, state: Partial<UseQueryResult<Zone[]>> = {}) {
  const actions = { onSelect: vi.fn(), onShowDetails: vi.fn(), onChoose: vi.fn(), onQuickReserve: vi.fn() };
  const folding = { isOpen: true, onOpenChange: vi.fn() };
  const query = { data: zones, isError: false, isPaused: false, ...state } as UseQueryResult<Zone[]>;
  render(
    <MemoryRouter>
      <ZoneSheet
        zones={query}
        allZones={{ to: '/zones' }}
        selectedZoneId={selected?.id ?? null}
        selectedZone={selected}
        {...folding}
        {...actions}
      />
    </MemoryRouter>,
  );
  return actions;
}
const chooseButton = () => screen.getByRole('button', { name: /^Choose/ });
const reserveButton = () => screen.getByRole('button', { name: 'Reserve Parking' });

test('nobody can go on before a zone is picked', () => {
  showSheet([zone('Malecón', 3)], null);
  expect(chooseButton()).toBeDisabled();
  expect(reserveButton()).toBeDisabled();
});

test('nobody can go on with a zone that is full', () => {
  const full = zone('Malecón', 0);
  showSheet([full], full);
  expect(screen.getByRole('button', { name: 'Choose Malecón' })).toBeDisabled();
  expect(reserveButton()).toBeDisabled();
});

test('a driver goes on with the picked zone, also when the list does not show it', async () => {
  const picked = zone('Far away', 1);
  const { onChoose, onQuickReserve } = showSheet([zone('Malecón', 3)], picked);
  await userEvent.click(chooseButton());
  await userEvent.click(reserveButton());
  expect(onChoose).toHaveBeenCalledWith(picked);
  expect(onQuickReserve).toHaveBeenCalledWith(picked);
});

test('without sample data the list begins with the zone that was picked on the map', () => {
  connect(server.config).config.samples = false;
  showSheet([zone('Malecón', 3)], zone('Far away', 1));
  expect(screen.getAllByRole('radio')[0]).toHaveAccessibleName('Far away');
});
