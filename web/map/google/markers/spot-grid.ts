import {
  type AlgorithmInput,
  type AlgorithmOutput,
  Cluster,
  filterMarkersToPaddedViewport,
  GridAlgorithm,
  type Marker,
  MarkerUtils,
} from '@googlemaps/markerclusterer';
import { CLUSTER_RADIUS_PX, MAX_CLUSTER_ZOOM } from '../../map-settings.ts';

/** From this level on every pin is shown by itself. */
export const MIN_UNCLUSTERED_ZOOM = MAX_CLUSTER_ZOOM + 1;
/** Pins beyond the edges are drawn too, so that a small move shows nothing empty. */
const VIEWPORT_PADDING_PX = 60;

type Box = { cluster: Cluster; west: number; east: number; north: number; south: number };

/**
 * Google's grid for the markers in view. It measures each marker once, where the library's own algorithm compares each with
 * every other and takes seconds from some thousand markers on.
 */
export class SpotGrid extends GridAlgorithm {
  /** The marker that is never clustered: the selected spot stays visible. */
  excluded: Marker | null = null;

  constructor() {
    super({ gridSize: CLUSTER_RADIUS_PX, maxZoom: MIN_UNCLUSTERED_ZOOM, viewportPadding: VIEWPORT_PADDING_PX });
  }

  /** The clusters drawn now; the same array as long as the markers are the same. */
  get drawn(): readonly Cluster[] {
    return this.clusters;
  }

  override calculate(input: AlgorithmInput): AlgorithmOutput {
    const { map, mapCanvasProjection, markers } = input;
    const inView = filterMarkersToPaddedViewport(map, mapCanvasProjection, markers, this.viewportPadding);
    const isClose = (map.getZoom() ?? 0) >= this.maxZoom;
    const clustered = inView.filter((marker) => marker !== this.excluded);
    const excluded = inView.filter((marker) => marker === this.excluded);
    const clusters = isClose
      ? this.noop({ markers: inView })
      : [...clusterMarkers(clustered, mapCanvasProjection, this.gridSize), ...this.noop({ markers: excluded })];
    const changed = !areSameClusters(clusters, this.clusters);
    if (changed) this.clusters = clusters;
    return { clusters: this.clusters, changed };
  }
}

/** Adds each marker to the nearest box if that is within `gridPx`, or starts a new box. */
function clusterMarkers(
  markers: readonly Marker[],
  projection: google.maps.MapCanvasProjection,
  gridPx: number,
): Cluster[] {
  const boxes: Box[] = [];
  for (const marker of markers) {
    const point = projection.fromLatLngToDivPixel(MarkerUtils.getPosition(marker));
    if (point === null) continue;
    const { x, y } = point;
    const box = findNearestBox(boxes, x, y);
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

function findNearestBox(boxes: readonly Box[], x: number, y: number): Box | null {
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

function areSameClusters(one: readonly Cluster[], other: readonly Cluster[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ markers }, index) => {
      const others = other[index]?.markers ?? [];
      return markers.length === others.length && markers.every((marker, place) => marker === others[place]);
    })
  );
}
