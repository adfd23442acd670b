import { expect, test } from 'vitest';
import { type MapSearch, readMapSearch, writeMapSearch } from './map-search.ts';

const NOTHING: MapSearch = { place: null, zoneId: null, position: null, arrival: null, amenities: [] };
const SEARCH: MapSearch = {
  place: {
    id: 'address',
    title: 'Av. Núñez, esq. 27',
    detail: '',
    address: 'Av. Núñez, esq. 27',
    position: { lat: 18.47161, lng: -69.94039 },
  },
  zoneId: 'a0000000-0000-4000-8000-000000000014',
  position: { lat: 18.47, lng: -69.94, zoom: 14.25 },
  arrival: { startsAt: new Date('2026-12-01T13:00:00Z'), endsAt: new Date('2026-12-01T15:30:00Z') },
  amenities: ['roofed', 'electric_charging'],
};

test('an address says all that was looked for, and nothing of what was not', () => {
  expect(readMapSearch(new URLSearchParams(writeMapSearch(SEARCH)))).toEqual(SEARCH);
  expect(readMapSearch(new URLSearchParams())).toEqual(NOTHING);
  expect(writeMapSearch(NOTHING)).toBe('');
});

test('what others put into the address stays', () => {
  const parameters = new URLSearchParams({ utm: 'flyer', zone: SEARCH.zoneId ?? '', with: 'roofed' });
  expect(writeMapSearch(NOTHING, parameters)).toBe('utm=flyer');
});

test.each([
  'place=18.4,-69.9',
  'place=95,-69.9,Far',
  'place=a,b,Nowhere',
  'place=18.4,-69.9,%E2%80%AE%E2%80%8B',
  'zone=1',
  'view=18.4,-69.9',
  'view=18.4,-69.9,90',
  'from=soon&hours=2',
  'from=2026-12-01T13:00:00Z&hours=0',
  'from=2026-12-01T13:00:00Z&hours=1e9',
  'with=%00',
])('an address with %s is that of the plain map', (search) => {
  expect(readMapSearch(new URLSearchParams(search))).toEqual(NOTHING);
});
