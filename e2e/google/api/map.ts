import { event, MVCObject } from './events.ts';
import { LatLng, LatLngBounds, type Literal, Point, positionOfPixel, toLiteral, worldPixel } from './geometry.ts';

/** What a map of Google's shows unless the page says otherwise, by the name of its button. */
const CONTROLS: Record<string, string> = {
  streetViewControl: 'Drag Pegman onto the map to open Street View',
  mapTypeControl: 'Show street map',
  fullscreenControl: 'Toggle fullscreen view',
};
const POINT_OF_INTEREST = 'Museo de las Casas Reales';
const LARGEST_ZOOM = 21;

type Rule = { featureType?: string; elementType?: string; stylers: { visibility?: string }[] };
type Camera = { center?: LatLng | Literal; zoom?: number };
type Padding = { top: number; bottom: number; left: number; right: number };
type Options = Camera & Record<string, unknown>;

export class StyledMapType {
  readonly rules: Rule[];
  constructor(rules: Rule[]) {
    this.rules = rules;
  }
}

/** A map without tiles: it knows where things are on the screen, and says so. */
export class FakeMap extends MVCObject {
  static readonly DEMO_MAP_ID = 'DEMO_MAP_ID';
  readonly mapTypes = new Map<string, StyledMapType>();
  readonly pane = document.createElement('div');
  readonly #div: HTMLElement;
  readonly #placed = new Set<() => void>();
  #center: Literal = { lat: 0, lng: 0 };
  #zoom = 0;
  #willSettle = false;

  constructor(div: HTMLElement, options: Options) {
    super();
    this.#div = div;
    div.classList.add('gm-style');
    Object.assign(div.style, { position: 'relative', overflow: 'hidden' });
    Object.assign(this.pane.style, { position: 'absolute', inset: '0' });
    this.pane.addEventListener('click', (domEvent) => this.#click(domEvent));
    this.pane.addEventListener('wheel', ({ deltaY }) => this.setZoom(this.#zoom - Math.sign(deltaY)));
    div.append(this.pane);
    for (const [option, label] of Object.entries(CONTROLS)) if (options[option] !== false) this.#addControl(label);
    this.#showPointOfInterest(true);
    Object.assign(this.pane.dataset, { mapId: options.mapId, colorScheme: options.colorScheme });
    this.setOptions(options);
    new ResizeObserver(() => this.#endReservation()).observe(div);
  }

  setOptions(options: Options) {
    if (typeof options.gestureHandling === 'string') this.pane.dataset.gestureHandling = options.gestureHandling;
    this.moveCamera(options);
  }
  moveCamera({ center, zoom }: Camera) {
    if (center) this.#center = toLiteral(center);
    this.#zoom = zoom ?? this.#zoom;
    this.#endReservation();
  }
  setCenter = (center: LatLng | Literal) => this.moveCamera({ center });
  panTo = (center: LatLng | Literal) => this.moveCamera({ center });
  setZoom = (zoom: number) => this.moveCamera({ zoom });
  panBy(x: number, y: number) {
    const { width, height } = this.#div.getBoundingClientRect();
    this.moveCamera({ center: this.positionAt(new Point(width / 2 + x, height / 2 + y)) });
  }
  fitBounds(bounds: LatLngBounds, { top, bottom, left, right }: Padding) {
    const { width, height } = this.#div.getBoundingClientRect();
    const fits = (zoom: number) => {
      const [southWest, northEast] = [bounds.getSouthWest(), bounds.getNorthEast()].map((p) =>
        worldPixel(p.toJSON(), zoom),
      );
      if (!southWest || !northEast) return false;
      return northEast.x - southWest.x <= width - left - right && southWest.y - northEast.y <= height - top - bottom;
    };
    let zoom = LARGEST_ZOOM;
    while (zoom > 0 && !fits(zoom)) zoom--;
    this.moveCamera({ center: bounds.getCenter(), zoom });
    this.panBy((right - left) / 2, (bottom - top) / 2);
  }
  setMapTypeId(id: string) {
    const rules = this.mapTypes.get(id)?.rules ?? [];
    const hides = ({ featureType, elementType, stylers }: Rule) =>
      featureType === 'poi' && elementType === 'labels' && stylers.some(({ visibility }) => visibility === 'off');
    this.#showPointOfInterest(!rules.some(hides));
  }
  getCenter = () => new LatLng(this.#center);
  getZoom = () => this.#zoom;
  getHeading = () => 0;
  getTilt = () => 0;
  getDiv = () => this.#div;
  getProjection = () => ({});
  getMapCapabilities = () => ({ isAdvancedMarkersAvailable: true });
  getBounds() {
    const { width, height } = this.#div.getBoundingClientRect();
    return new LatLngBounds(this.positionAt(new Point(0, height)), this.positionAt(new Point(width, 0)));
  }

  /** The pixel of a position, from the upper left corner of the map. */
  pixelOf(position: LatLng | Literal): Point {
    const { width, height } = this.#div.getBoundingClientRect();
    const centre = worldPixel(this.#center, this.#zoom);
    const { x, y } = worldPixel(toLiteral(position), this.#zoom);
    return new Point(x - centre.x + width / 2, y - centre.y + height / 2);
  }
  positionAt({ x, y }: Point): Literal {
    const { width, height } = this.#div.getBoundingClientRect();
    const centre = worldPixel(this.#center, this.#zoom);
    return positionOfPixel(new Point(centre.x + x - width / 2, centre.y + y - height / 2), this.#zoom);
  }
  /** Calls back now and whenever the map has moved; answers how to stop. */
  place(callback: () => void): () => void {
    this.#placed.add(callback);
    callback();
    return () => this.#placed.delete(callback);
  }

  #endReservation() {
    for (const callback of this.#placed) callback();
    Object.assign(this.pane.dataset, { zoom: this.#zoom, center: `${this.#center.lat},${this.#center.lng}` });
    if (this.#willSettle) return;
    this.#willSettle = true;
    requestAnimationFrame(() => {
      this.#willSettle = false;
      for (const name of ['center_changed', 'zoom_changed', 'bounds_changed', 'idle']) event.trigger(this, name);
    });
  }
  #click(domEvent: MouseEvent) {
    const { left, top } = this.#div.getBoundingClientRect();
    const latLng = new LatLng(this.positionAt(new Point(domEvent.clientX - left, domEvent.clientY - top)));
    event.trigger(this, 'click', { latLng, domEvent, stop: () => domEvent.stopPropagation() });
  }
  #addControl(label: string) {
    const button = document.createElement('button');
    button.ariaLabel = label;
    this.#div.append(button);
  }
  #showPointOfInterest(isShown: boolean) {
    this.pane.querySelector('.point-of-interest')?.remove();
    if (!isShown) return;
    const text = document.createElement('span');
    text.className = 'point-of-interest';
    text.textContent = POINT_OF_INTEREST;
    this.pane.append(text);
  }
}
