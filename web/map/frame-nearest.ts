import { project, unproject } from '../../domain/maps/web-mercator.ts';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import type { MapPosition, ZoomLevels } from './contract.ts';

/** What of the map nothing covers, in px, and what its zoom levels mean. */
type Frame = { width: number; height: number; levels: ZoomLevels };

const CLOSE_UP_ZOOM = 15;
const NEAREST_SHOWN = 3;
/** Room at the edges for whole pins, which stand above their positions, and for clusters, which lie around them. */
const MARGIN_PX = { top: 48, bottom: 32, side: 24 };

/** In less than this the zones would be far too small to tell apart. */
const SMALLEST_PX = 60;

/**
 * Where the map looks when it shows a position: close up if a spot is in view there, else as close as the nearest three spots
 * allow.
 */
export function frameNearest(position: Position, spots: readonly Position[], frame: Frame): MapPosition {
  const closeUp = { lat: position.lat, lng: position.lng, zoom: CLOSE_UP_ZOOM };
  const width = frame.width - 2 * MARGIN_PX.side;
  const height = frame.height - MARGIN_PX.top - MARGIN_PX.bottom;
  if (Math.min(width, height) < SMALLEST_PX || spots.length === 0) return closeUp;
  const { worldPx, areWhole } = frame.levels;
  /** How far the middle between the margins is below the middle of the frame. */
  const shiftPx = (MARGIN_PX.top - MARGIN_PX.bottom) / 2;

  const centre = project(position);
  const closeUpPx = worldPx * 2 ** CLOSE_UP_ZOOM;
  const isInView = (spot: Position) => {
    const { x, y } = project(spot);
    const [right, below] = [(x - centre.x) * closeUpPx, (y - centre.y) * closeUpPx - shiftPx];
    return Math.abs(right) <= width / 2 && Math.abs(below) <= height / 2;
  };
  if (spots.some(isInView)) return closeUp;

  const nearest = spots
    .toSorted((a, b) => calculateDistanceKm(position, a) - calculateDistanceKm(position, b))
    .slice(0, NEAREST_SHOWN);
  const points = [position, ...nearest].map(project);
  const [left, right] = getRange(points.map(({ x }) => x));
  const [top, bottom] = getRange(points.map(({ y }) => y));
  const scale = Math.min(width / (right - left), height / (bottom - top));
  const fitting = Math.min(CLOSE_UP_ZOOM, Math.log2(scale / worldPx));
  const zoom = areWhole ? Math.floor(fitting) : fitting;
  const shift = shiftPx / (worldPx * 2 ** zoom);
  return { ...unproject({ x: (left + right) / 2, y: (top + bottom) / 2 - shift }), zoom };
}

function getRange(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
