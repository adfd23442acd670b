import fc from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildPart, wildValue } from './wild.ts';

const number = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }).map(String),
  fc.constantFrom('-69.93', '18.48', 'NaN', '1e999', '', '-0', '0x10'),
);
const pair = fc.tuple(number, number).map((parts) => parts.join(','));
const MAP_PATHS =
  'api api/ reverse style.json tiles/1/13/2504/3670.mvt tiles/1/99/-1/3670.mvt still.svg tiles/..%2f'.split(' ');
const OPTIONS =
  'q lat lon lng zoom width height theme limit bbox layer lang radius overview steps radiuses bearings hints';
const pixels = fc.integer({ min: -1, max: 1700 });
/** A picture, most often of a size and place that it takes; what follows is part of an unused parameter. */
const still = fc
  .tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    number,
    fc.double({ min: 4, max: 19, noNaN: true }),
    pixels,
    pixels,
  )
  .map(([lat, lng, ...rest]) => {
    const [zoom, width, height] = rest;
    return `still.svg?lat=${lat.toFixed(4)}&lng=${lng}&zoom=${zoom.toFixed(2)}&width=${width}&height=${height}&x=`;
  });
const anyMap = {
  method: 'GET',
  path: fc
    .oneof(
      fc.constantFrom(...MAP_PATHS),
      still,
      fc
        .tuple(
          fc.constantFrom('route', 'nearest', 'table', 'match', 'x'),
          fc.constantFrom('driving', 'foot', 'x'),
          fc.oneof(
            fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join(';')),
            wildPart,
            wildPart.map((part) => `polyline(${part})`),
            fc.constant('-69.93,18.48;'.repeat(200)),
          ),
        )
        .map(([service, profile, coordinates]) => `${service}/v1/${profile}/${coordinates}`),
    )
    .map((path) => `/maps/${path}`),
  query: query(
    OPTIONS.split(' '),
    fc.oneof(number, pair, fc.constantFrom('true', 'full', 'de', 'naco', '1,2,3,4', 'unlimited;0', '0,361;', 'house')),
  ),
  body: wildValue,
};
/** Search, reverse search, routes and map data. */
export const maps = requests(fc.constant(anyMap));
