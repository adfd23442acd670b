import { type LatLng, type Literal, toLiteral } from './geometry.ts';
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
