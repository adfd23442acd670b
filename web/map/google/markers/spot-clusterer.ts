import { type Cluster, MarkerClusterer, MarkerClustererEvents } from '@googlemaps/markerclusterer';
import { BATCH_SIZE } from '../../clustering.ts';
import type { ParkingSpot } from '../../markers/parking-spot.ts';
import { FIRST_ALONE_ZOOM, SpotGrid } from './spot-grid.ts';

/** A click on a cluster zooms in by so many levels. */
const LEVELS_IN = 2;

type SpotMarker = google.maps.marker.AdvancedMarkerElement;

/** Puts a marker for each spot on a map, gathered where they are too close. What a marker shows is up to who listens. */
export class SpotClusterer {
  readonly #grid = new SpotGrid();
  readonly #clusterer: MarkerClusterer;
  readonly #idOf = new WeakMap<object, string>();
  #markers = new Map<string, SpotMarker>();
  #waiting: SpotMarker[] = [];
  #handOver: ReturnType<typeof setTimeout> | undefined;

  /** @param onDraw called with all clusters after each drawing; the same array when nothing changed */
  constructor(map: google.maps.Map, onDraw: (clusters: readonly Cluster[]) => void) {
    this.#clusterer = new MarkerClusterer({
      map,
      algorithm: this.#grid,
      renderer: { render: ({ position }) => createMarker(position) },
      onClusterClick: (_event, { position }) => {
        map.moveCamera({ center: position, zoom: Math.min((map.getZoom() ?? 0) + LEVELS_IN, FIRST_ALONE_ZOOM) });
      },
    });
    google.maps.event.addListener(this.#clusterer, MarkerClustererEvents.CLUSTERING_END, () =>
      onDraw(this.#grid.drawn),
    );
  }

  /** The spot a marker stands for; none for the marker of a cluster. */
  spotIdOf(marker: object): string | undefined {
    return this.#idOf.get(marker);
  }

  /** Shows these spots instead of those before; markers of spots that stay where they were stay too. */
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
    this.#waiting = this.#waiting.filter((marker) => !gone.has(marker));
    this.#clusterer.removeMarkers([...gone]);
    clearTimeout(this.#handOver);
    this.#handOverNext();
  }

  /** Keeps the marker of this spot out of the clusters; null lets all be gathered. */
  keepAlone(spotId: string | null): void {
    const alone = [...this.#markers.values()].find((marker) => this.#idOf.get(marker) === spotId) ?? null;
    if (alone === this.#grid.alone) return;
    this.#grid.alone = alone;
    this.#clusterer.render();
  }

  /** Takes everything off the map for good. */
  remove(): void {
    clearTimeout(this.#handOver);
    this.#clusterer.setMap(null);
    google.maps.event.clearInstanceListeners(this.#clusterer);
  }

  #createFor({ id, lat, lng }: ParkingSpot): SpotMarker {
    const marker = createMarker({ lat, lng });
    this.#idOf.set(marker, id);
    this.#waiting.push(marker);
    return marker;
  }

  // Between two batches the browser gets to breathe.
  #handOverNext(): void {
    const batch = this.#waiting.splice(0, BATCH_SIZE);
    if (batch.length === 0) return;
    this.#clusterer.addMarkers(batch);
    if (this.#waiting.length > 0) this.#handOver = setTimeout(() => this.#handOverNext());
  }
}

function createMarker(position: google.maps.LatLng | google.maps.LatLngLiteral): SpotMarker {
  const content = document.createElement('div');
  return new google.maps.marker.AdvancedMarkerElement({ position, content, gmpClickable: true });
}
