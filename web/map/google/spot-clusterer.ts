import {
  type AlgorithmInput,
  type AlgorithmOutput,
  Cluster,
  filterMarkersToPaddedViewport,
  GridAlgorithm,
  type Marker,
  MarkerClusterer,
  MarkerClustererEvents,
  MarkerUtils,
} from '@googlemaps/markerclusterer';
import type { ParkingSpot } from '../contract.ts';
import { BATCH_SIZE, CLUSTER_RADIUS_PX, MAX_CLUSTER_ZOOM } from '../map-settings.ts';

/** From this level on every pin is shown by itself. */
const MIN_UNCLUSTERED_ZOOM = MAX_CLUSTER_ZOOM + 1;

/** Pins beyond the edges are drawn too, so that a small move shows nothing empty. */
const VIEWPORT_PADDING_PX = 60;

/** How many levels a click on a cluster zooms in. */
const ZOOM_STEP = 2;

type SpotMarker = google.maps.marker.AdvancedMarkerElement;

/** Adds a marker for each spot to a map, clustered where they are too close. The listener fills the markers. */
export class SpotClusterer {
  readonly #grid = new SpotGrid();
  readonly #clusterer: MarkerClusterer;
  readonly #spotIds = new WeakMap<object, string>();
  #markers = new Map<string, SpotMarker>();
  #pending: SpotMarker[] = [];
  #nextBatch: ReturnType<typeof setTimeout> | undefined;

  /** @param onDraw called with all clusters after each drawing; the same array when nothing changed */
  constructor(map: google.maps.Map, onDraw: (clusters: readonly Cluster[]) => void) {
    this.#clusterer = new MarkerClusterer({
      map,
      algorithm: this.#grid,
      renderer: { render: ({ position }) => createMarker(position) },
      onClusterClick: (_event, { position }) => {
        map.moveCamera({ center: position, zoom: Math.min((map.getZoom() ?? 0) + ZOOM_STEP, MIN_UNCLUSTERED_ZOOM) });
      },
    });
    google.maps.event.addListener(this.#clusterer, MarkerClustererEvents.CLUSTERING_END, () =>
      onDraw(this.#grid.drawn),
    );
  }

  /** The id of a marker's spot; undefined for the marker of a cluster. */
  findSpotId(marker: object): string | undefined {
    return this.#spotIds.get(marker);
  }

  /** Replaces the spots; markers of unchanged spots stay. */
  show(spots: readonly ParkingSpot[]): void {
    const before = this.#markers;
    this.#markers = new Map();
    for (const spot of spots) {
      const key = `${spot.id} ${spot.lat} ${spot.lng}`;
      const marker = before.get(key) ?? this.#createFor(spot);
      before.delete(key);
      this.#markers.set(key, marker);
    }
    const gone = new Set(before.values());
    this.#pending = this.#pending.filter((marker) => !gone.has(marker));
    this.#clusterer.removeMarkers([...gone]);
    clearTimeout(this.#nextBatch);
    this.#addNextBatch();
  }

  /** Keeps the marker of this spot out of the clusters; null clusters all. */
  excludeFromClusters(spotId: string | null): void {
    const excluded = [...this.#markers.values()].find((marker) => this.#spotIds.get(marker) === spotId) ?? null;
    if (excluded === this.#grid.excluded) return;
    this.#grid.excluded = excluded;
    this.#clusterer.render();
  }

  /** Removes everything from the map for good. */
  remove(): void {
    clearTimeout(this.#nextBatch);
    this.#clusterer.setMap(null);
    google.maps.event.clearInstanceListeners(this.#clusterer);
  }

  #createFor({ id, lat, lng }: ParkingSpot): SpotMarker {
    const marker = createMarker({ lat, lng });
    this.#spotIds.set(marker, id);
    this.#pending.push(marker);
    return marker;
  }

  // The browser can draw and handle input between two batches.
  #addNextBatch(): void {
    const batch = this.#pending.splice(0, BATCH_SIZE);
    if (batch.length === 0) return;
    this.#clusterer.addMarkers(batch);
    if (this.#pending.length > 0) this.#nextBatch = setTimeout(() => this.#addNextBatch());
  }
}

function createMarker(position: google.maps.LatLng | google.maps.LatLngLiteral): SpotMarker {
  const content = document.createElement('div');
  return new google.maps.marker.AdvancedMarkerElement({ position, content, gmpClickable: true });
}

type Box = { cluster: Cluster; west: number; east: number; north: number; south: number };

/**
 * Google's grid for the markers in view. It measures each marker once, where the library's own algorithm compares each with
 * every other and takes seconds from some thousand markers on.
 */
class SpotGrid extends GridAlgorithm {
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
