import { event, MVCObject } from './events.ts';
import { type LatLng, type Literal, type Point, type Size, toLiteral } from './geometry.ts';
import type { FakeMap } from './map.ts';

/** A marker of Google's: a button with its title for a name when it may be clicked, and only then. */
export class AdvancedMarkerElement extends HTMLElement {
  zIndex: number | null = null;
  gmpDraggable = false;
  collisionBehavior: string | null = null;
  #anchor = { left: '-50%', top: '-100%' };
  #map: FakeMap | null = null;
  #position: Literal | null = null;
  #stopPlacing: (() => void) | null = null;

  constructor(options: Partial<AdvancedMarkerElement> = {}) {
    super();
    Object.assign(this.style, { position: 'absolute', pointerEvents: 'none' });
    Object.assign(this, options);
    this.addEventListener('click', (click) => {
      if (!this.gmpClickable) return;
      click.stopPropagation();
      this.dispatchEvent(new Event('gmp-click'));
    });
    this.addEventListener('keydown', ({ key }) => {
      if (this.gmpClickable && (key === 'Enter' || key === ' ')) this.dispatchEvent(new Event('gmp-click'));
    });
  }

  addListener(name: string, handler: () => void) {
    this.addEventListener(name, handler);
    return { remove: () => this.removeEventListener(name, handler) };
  }
  get gmpClickable() {
    return this.role === 'button';
  }
  set gmpClickable(isClickable: boolean) {
    this.role = isClickable ? 'button' : null;
    if (isClickable) this.tabIndex = 0;
    this.style.pointerEvents = isClickable ? 'auto' : 'none';
  }
  override get title() {
    return this.ariaLabel ?? '';
  }
  override set title(title: string) {
    this.ariaLabel = title || null;
  }
  get content(): Node | null {
    return this.firstChild;
  }
  set content(content: Node | null) {
    this.replaceChildren(...(content ? [content] : []));
  }
  get position(): Literal | null {
    return this.#position;
  }
  set position(position: LatLng | Literal | null) {
    this.#position = position && toLiteral(position);
    this.#place();
  }
  set anchorLeft(left: string | undefined) {
    this.#anchor.left = left ?? '-50%';
    this.#place();
  }
  set anchorTop(top: string | undefined) {
    this.#anchor.top = top ?? '-100%';
    this.#place();
  }
  get map(): FakeMap | null {
    return this.#map;
  }
  set map(map: FakeMap | null) {
    if (map === this.#map) return;
    this.#stopPlacing?.();
    this.remove();
    this.#map = map;
    if (map === null) return;
    map.pane.append(this);
    this.#stopPlacing = map.place(() => this.#place());
  }

  #place() {
    if (!this.#map || !this.#position) return;
    const { x, y } = this.#map.pixelOf(this.#position);
    this.style.transform = `translate(calc(${x}px + ${this.#anchor.left}), calc(${y}px + ${this.#anchor.top}))`;
    this.style.zIndex = String(this.zIndex ?? 0);
  }
}

type Overlay = { onAdd?: () => void; onRemove?: () => void; draw?: () => void };

const maps = new WeakMap<object, FakeMap>();

/** Made to be extended by copying its prototype, which methods of a class would not allow. */
export function OverlayView() {
  // Nothing to begin with.
}

Object.assign(OverlayView.prototype, {
  setMap(this: Overlay, map: FakeMap | null) {
    if (map) maps.set(this, map);
    // The projection is there in the next frame, as with Google.
    if (map) requestAnimationFrame(() => maps.has(this) && this.onAdd?.());
    else if (maps.delete(this)) this.onRemove?.();
  },
  getMap(this: Overlay) {
    return maps.get(this) ?? null;
  },
  getProjection(this: Overlay) {
    const map = maps.get(this);
    return {
      fromLatLngToDivPixel: (position: LatLng | Literal) => map?.pixelOf(position) ?? null,
      fromDivPixelToLatLng: (point: Point) => map?.positionAt(point) ?? null,
    };
  },
});

const SVG = 'http://www.w3.org/2000/svg';

type LineOptions = { map?: FakeMap; path: Literal[]; strokeColor: string; strokeWeight: number; strokeOpacity: number };

/** A line on the map, as a drawing. */
export class Polyline extends MVCObject {
  readonly #drawing = document.createElementNS(SVG, 'svg');
  readonly #options: LineOptions;
  #stopPlacing: (() => void) | null = null;

  constructor(options: LineOptions) {
    super();
    this.#options = options;
    this.#drawing.setAttribute('role', 'presentation');
    Object.assign(this.#drawing.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'visible',
      pointerEvents: 'none',
    });
    const line = document.createElementNS(SVG, 'polyline');
    line.setAttribute('fill', 'none');
    line.setAttribute('stroke', options.strokeColor);
    line.setAttribute('stroke-width', String(options.strokeWeight));
    line.setAttribute('stroke-opacity', String(options.strokeOpacity));
    this.#drawing.append(line);
    this.setMap(options.map ?? null);
  }
  setMap(map: FakeMap | null) {
    this.#stopPlacing?.();
    this.#drawing.remove();
    if (map === null) return;
    map.pane.prepend(this.#drawing);
    this.#stopPlacing = map.place(() => {
      const points = this.#options.path.map((position) => map.pixelOf(position));
      this.#drawing.firstElementChild?.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '));
    });
  }
}

type Options = { position?: Literal; pixelOffset?: Size | null; maxWidth?: number; headerDisabled?: boolean };

/** An info window of Google's, as a dialog on the map. */
export class InfoWindow extends MVCObject {
  readonly #window = document.createElement('div');
  #options: Options = {};
  #stopPlacing: (() => void) | null = null;

  constructor(options: Options) {
    super();
    this.#window.role = 'dialog';
    this.#window.tabIndex = -1;
    this.#window.className = 'gm-style-iw-c';
    Object.assign(this.#window.style, { position: 'absolute', zIndex: '2', translate: '-50% -100%' });
    this.#window.addEventListener('click', (click) => click.stopPropagation());
    this.#window.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
    this.setOptions(options);
  }
  setOptions(options: Options) {
    Object.assign(this.#options, options);
    this.#window.style.maxWidth = `${this.#options.maxWidth}px`;
  }
  setContent(content: Node | null) {
    this.#window.replaceChildren(...(content ? [content] : []));
  }
  open({ map, shouldFocus }: { map: FakeMap; shouldFocus?: boolean }) {
    this.close();
    map.pane.append(this.#window);
    this.#stopPlacing = map.place(() => {
      const { position, pixelOffset } = this.#options;
      if (!position) return;
      const { x, y } = map.pixelOf(position);
      this.#window.style.left = `${x + (pixelOffset?.width ?? 0)}px`;
      this.#window.style.top = `${y + (pixelOffset?.height ?? 0)}px`;
    });
    if (shouldFocus) this.#window.focus();
  }
  close() {
    if (!this.#window.isConnected) return;
    this.#stopPlacing?.();
    this.#window.remove();
    event.trigger(this, 'close');
  }
}
