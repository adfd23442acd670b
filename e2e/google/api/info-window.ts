import { event, MVCObject } from './events.ts';
import type { Literal, Size } from './geometry.ts';
import type { FakeMap } from './map.ts';

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
