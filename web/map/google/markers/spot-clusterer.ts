import { type Cluster, MarkerClusterer, MarkerClustererEvents } from '@googlemaps/markerclusterer';
import type { ParkingSpot } from '../../contract.ts';
import { BATCH_SIZE } from '../../map-settings.ts';
import { MIN_UNCLUSTERED_ZOOM, SpotGrid } from './spot-grid.ts';

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
