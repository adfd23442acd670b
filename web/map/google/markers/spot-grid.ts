import {
  type AlgorithmInput,
  type AlgorithmOutput,
  Cluster,
  filterMarkersToPaddedViewport,
  GridAlgorithm,
  type Marker,
  MarkerUtils,
} from '@googlemaps/markerclusterer';
import { GRID_PX, LAST_GATHERED_ZOOM } from '../../clustering.ts';

/** From this level on every pin is shown. */
export const FIRST_ALONE_ZOOM = LAST_GATHERED_ZOOM + 1;
/** A city block beyond the edges, so that a small move finds its pins there already. */
const VIEWPORT_PADDING_PX = 60;

type Box = { cluster: Cluster; west: number; east: number; north: number; south: number };

/**
 * Google's grid of 60 px, for the markers in view only, on every level. It measures each marker once: the library's own
 * measures each against every other, which takes seconds from some thousand markers on.
 */
export class SpotGrid extends GridAlgorithm {
  /** The marker that is never gathered with others: nobody loses the spot they picked. */
  alone: Marker | null = null;

  constructor() {
    super({ gridSize: GRID_PX, maxZoom: FIRST_ALONE_ZOOM, viewportPadding: VIEWPORT_PADDING_PX });
  }

  /** What is drawn now; the same array as long as it is the same markers, so that what is drawn stays. */
  get drawn(): readonly Cluster[] {
    return this.clusters;
  }

  override calculate(input: AlgorithmInput): AlgorithmOutput {
    const { map, mapCanvasProjection, markers } = input;
    const inView = filterMarkersToPaddedViewport(map, mapCanvasProjection, markers, this.viewportPadding);
    const isClose = (map.getZoom() ?? 0) >= this.maxZoom;
    const gathered = inView.filter((marker) => marker !== this.alone);
    const alone = inView.filter((marker) => marker === this.alone);
    const clusters = isClose
      ? this.noop({ markers: inView })
      : [...gather(gathered, mapCanvasProjection, this.gridSize), ...this.noop({ markers: alone })];
    const changed = !areSame(clusters, this.clusters);
    if (changed) this.clusters = clusters;
    return { clusters: this.clusters, changed };
  }
}

/** Adds each marker to the first box that it is within `gridPx` of, or begins a new one. */
function gather(markers: readonly Marker[], projection: google.maps.MapCanvasProjection, gridPx: number): Cluster[] {
  const boxes: Box[] = [];
  for (const marker of markers) {
    const point = projection.fromLatLngToDivPixel(MarkerUtils.getPosition(marker));
    if (point === null) continue;
    const { x, y } = point;
    const box = nearestOf(boxes, x, y);
    if (box && x >= box.west - gridPx && x <= box.east + gridPx && y >= box.north - gridPx && y <= box.south + gridPx) {
      box.cluster.push(marker);
      Object.assign(box, {
        west: Math.min(box.west, x),
        east: Math.max(box.east, x),
        north: Math.min(box.north, y),
        south: Math.max(box.south, y),
      });
    } else {
      boxes.push({ cluster: new Cluster({ markers: [marker] }), west: x, east: x, north: y, south: y });
    }
  }
  return boxes.map(({ cluster }) => cluster);
}

function nearestOf(boxes: readonly Box[], x: number, y: number): Box | null {
  let nearest: Box | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const distance = Math.hypot((box.west + box.east) / 2 - x, (box.north + box.south) / 2 - y);
    if (distance < shortest) {
      shortest = distance;
      nearest = box;
    }
  }
  return nearest;
}

function areSame(one: readonly Cluster[], other: readonly Cluster[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ markers }, index) => {
      const others = other[index]?.markers ?? [];
      return markers.length === others.length && markers.every((marker, place) => marker === others[place]);
    })
  );
}
