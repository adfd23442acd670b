import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Areas, BUILT_IN_MAP, LAND, readAreas } from '../map-data.ts';
import { type Bounds, getBounds, widen } from './bounds.ts';

/**
 * Gives streets beyond the built-in land something to lie on: the rest of what they cover becomes plain land, sea and
 * all, since an extract of a region seldom holds its whole coast. Inside the built-in land's bounds nothing changes.
 */
export async function writeLand(folder: string, extent: Bounds): Promise<void> {
  const land = readAreas(BUILT_IN_MAP, LAND);
  const beyond = beyondOf(extent, extentOf(land));
  if (beyond.length === 0) return;
  const whole: Areas = { ...land, features: [...land.features, ...beyond.map(toArea)] };
  await writeFile(join(folder, LAND), JSON.stringify(whole));
}

function extentOf({ features }: Areas): Bounds {
  const lines = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  return lines.reduce<Bounds>((bounds, line) => widen(bounds, getBounds(line)), [180, 90, -180, -90]);
}

/** What is left of bounds without others: up to four rectangles around the part they share. */
function beyondOf([west, south, east, north]: Bounds, without: Bounds): Bounds[] {
  const innerWest = Math.max(west, without[0]);
  const innerEast = Math.min(east, without[2]);
  if (innerWest >= innerEast || south >= without[3] || north <= without[1]) return [[west, south, east, north]];
  const rectangles: Bounds[] = [
    [west, south, innerWest, north],
    [innerEast, south, east, north],
    [innerWest, south, innerEast, without[1]],
    [innerWest, without[3], innerEast, north],
  ];
  return rectangles.filter((rectangle) => rectangle[0] < rectangle[2] && rectangle[1] < rectangle[3]);
}

function toArea([west, south, east, north]: Bounds): Areas['features'][number] {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: { name: '' }, geometry: { type: 'Polygon', coordinates: [ring] } };
}
