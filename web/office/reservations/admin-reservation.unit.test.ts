import { expect, test } from 'vitest';
import { formatLocation, formatSpaceName, formatUserName } from './admin-reservation.ts';

test('whoever and whatever is gone is unknown', () => {
  expect(formatUserName({ userName: null })).toBe('Unknown User');
  expect(formatUserName({ userName: '' })).toBe('Unknown User');
  expect(formatSpaceName({ spaceName: null })).toBe('Unknown Space');
});

test('a place is the zone and the location, or what is known of them', () => {
  expect(formatLocation({ zoneName: 'Naco', spaceLocation: 'Av. Tiradentes' })).toBe('Naco - Av. Tiradentes');
  expect(formatLocation({ zoneName: null, spaceLocation: 'Av. Tiradentes' })).toBe('Av. Tiradentes');
  expect(formatLocation({ zoneName: null, spaceLocation: null })).toBe('');
});
