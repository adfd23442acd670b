import { expect, test } from 'vitest';
import { createNavigationLinks } from './other-apps.tsx';

const urlsTo = (end: Parameters<typeof createNavigationLinks>[0]) => createNavigationLinks(end).map(({ url }) => url);

test('a driver continues the trip to a position in the app of their choice', () => {
  expect(urlsTo({ position: { lat: 18.4765, lng: -69.8934 }, address: 'Calle El Conde 105' })).toEqual([
    'https://www.google.com/maps/dir/?api=1&destination=18.4765%2C-69.8934&travelmode=driving',
    'https://www.waze.com/ul?ll=18.4765%2C-69.8934&navigate=yes',
    'https://maps.apple.com/?daddr=18.4765%2C-69.8934&dirflg=d',
  ]);
});

test('without a position the address leads there, whatever it contains', () => {
  expect(urlsTo({ position: null, address: 'Av. Máximo Gómez & 27 #5' })).toEqual([
    'https://www.google.com/maps/dir/?api=1&destination=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&travelmode=driving',
    'https://www.waze.com/ul?q=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&navigate=yes',
    'https://maps.apple.com/?daddr=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&dirflg=d',
  ]);
});
