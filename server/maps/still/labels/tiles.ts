import { type MapFeature, mapVertices } from '../feature-source.ts';
import { getTolerance, MAX_DATA_ZOOM, simplifyLine } from '../generalize.ts';
import { type Box, type Point, Projection, TILE_PX, type View } from '../view.ts';

/** Units of a tile's coordinates. */
export const EXTENT = 8192;

const UNITS_PER_PX = EXTENT / TILE_PX;

/** A data tile. MapLibre places the labels of each by itself, so a picture does too. */
export type Tile = {
  z: number;
  x: number;
  y: number;
  /** The tile's zoom level plus those by which it is enlarged. */
  zoom: number;
  /** In web mercator. */
  box: Box;
};

/** The tiles of a view in the order in which MapLibre places their labels. */
export function coverView(view: View): Tile[] {
  const zoom = Math.floor(view.zoom);
  const z = Math.min(zoom, MAX_DATA_ZOOM);
  const count = 2 ** z;
  const corners = new Projection(view).toMercatorBox([0, 0, view.width, view.height]);
  const [left, top, right, bottom] = corners.map((value) => Math.floor(value * count)) as Box;
  const tiles: Tile[] = [];
  for (let y = bottom; y >= top; y--) {
    for (let x = right; x >= left; x--) {
      tiles.push({ z, x, y, zoom, box: [x / count, y / count, (x + 1) / count, (y + 1) / count] });
    }
  }
  return tiles;
}

/** The lines of a feature in units of the tile. */
export function toTileLines({ parts }: MapFeature, tile: Tile): Point[][] {
  return parts.map((part) =>
    simplifyLine(toTileUnits(part, tile), getTolerance(tile.z) * UNITS_PER_PX).map(
      ([x, y]): Point => [Math.round(x), Math.round(y)],
    ),
  );
}

export function toTileUnits(part: Float64Array, { z, x: tileX, y: tileY }: Tile): Point[] {
  const count = 2 ** z;
  return mapVertices(part, (x, y): Point => [(x * count - tileX) * EXTENT, (y * count - tileY) * EXTENT]);
}
