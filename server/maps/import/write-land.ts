import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bounds, getBounds, widen } from '../bounds.ts';
import { type Areas, BUILT_IN_MAP, LAND, readAreas } from '../map-data.ts';

/**
 * Adds land under streets outside the bounds of the built-in land. It covers the sea there too, since an extract of a
 * region seldom contains its whole coast.
 */
export async function writeLand(folder: string, extent: Bounds): Promise<void> {
  const land = readAreas(BUILT_IN_MAP, LAND);
  const missing = subtractBounds(extent, getExtent(land));
  if (missing.length === 0) return;
  const extended: Areas = { ...land, features: [...land.features, ...missing.map(toArea)] };
  await writeFile(join(folder, LAND), JSON.stringify(extended));
}

function getExtent({ features }: Areas): Bounds {
  const lines = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  return lines.reduce<Bounds>((bounds, line) => widen(bounds, getBounds(line)), [180, 90, -180, -90]);
}

/** The bounds without others, as up to four rectangles around their intersection. */
function subtractBounds([west, south, east, north]: Bounds, removed: Bounds): Bounds[] {
  const innerWest = Math.max(west, removed[0]);
  const innerEast = Math.min(east, removed[2]);
  if (innerWest >= innerEast || south >= removed[3] || north <= removed[1]) return [[west, south, east, north]];
  const rectangles: Bounds[] = [
    [west, south, innerWest, north],
    [innerEast, south, east, north],
    [innerWest, south, innerEast, removed[1]],
    [innerWest, removed[3], innerEast, north],
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
