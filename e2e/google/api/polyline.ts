import { MVCObject } from './events.ts';
import type { Literal } from './geometry.ts';
import type { FakeMap } from './map.ts';

const SVG = 'http://www.w3.org/2000/svg';

type Options = { map?: FakeMap; path: Literal[]; strokeColor: string; strokeWeight: number; strokeOpacity: number };

/** A line on the map, as a drawing. */
export class Polyline extends MVCObject {
  readonly #drawing = document.createElementNS(SVG, 'svg');
  readonly #options: Options;
  #stopPlacing: (() => void) | null = null;

  constructor(options: Options) {
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
