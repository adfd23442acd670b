import { expect, test } from 'vitest';
import { placesOf } from './search-places.ts';

const feature = (properties: Record<string, string>, coordinates = [-69.93, 18.48]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

test('a place is titled by its name and followed by the rest of its address', () => {
  const answer = {
    features: [feature({ name: 'Ágora Mall', street: 'Av. Kennedy', housenumber: '5', city: 'Santo Domingo' })],
  };
  expect(placesOf(answer)).toMatchObject([
    { title: 'Ágora Mall', detail: 'Av. Kennedy 5, Santo Domingo', position: { lat: 18.48, lng: -69.93 } },
  ]);
});

test('an address without a name is titled by its street', () => {
  expect(placesOf({ features: [feature({ street: 'Calle El Conde', city: 'Santo Domingo' })] })).toMatchObject([
    { title: 'Calle El Conde', detail: 'Santo Domingo' },
  ]);
});

test('a city does not repeat its own name', () => {
  expect(
    placesOf({ features: [feature({ name: 'Santiago', city: 'Santiago', country: 'Dominican Republic' })] }),
  ).toMatchObject([{ title: 'Santiago', detail: 'Dominican Republic' }]);
});

test('an answer with a position off the globe is refused', () => {
  expect(() => placesOf({ features: [feature({ name: 'Nowhere' }, [0, 91])] })).toThrow();
});
