import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '../../../../domain/maps/web-mercator.ts';
import type { Position } from '../../../../domain/zones/distance.ts';
import type { MapPosition } from '../../contract.ts';
import { prefersReducedMotion } from '../../map-settings.ts';
import type { EaseTiming } from './ease.ts';
import { carryOn, type Sample } from './inertia.ts';
import { dragView, type StillView, toPosition } from './still-view.ts';

// MapLibre's own values.
const CLICK_TOLERANCE_PX = 3;
const PAN_STEP_PX = 100;
const WHEEL_PX_PER_E = 450;
const WHEEL_LINE_PX = 40;
/** The wheel says nothing of its end. */
const WHEEL_END_MS = 150;
/** More than a device tells of in the time that the speed of a drag is measured over. */
const MAX_SAMPLES = 20;

const PAN_KEYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOM_KEYS: Record<string, number> = { '+': 1, '=': 1, '-': -1, _: -1 };

const EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'wheel',
  'keydown',
  'click',
  'dblclick',
] as const;
type GestureEvent = (typeof EVENTS)[number];

type Grip = { view: StillView; middle: Point; spread: number };

type StillGestures = {
  /** Where the map is, or is going. */
  view: StillView;
  /** What is seen at this moment. */
  getView: () => StillView;
  /** The page needs the wheel and one finger for itself; the map takes the wheel with a key, and two fingers. */
  isCooperative: boolean;
  /** Called with where the map looks during a gesture. */
  onMove: (position: MapPosition) => void;
  /** Called when a gesture has ended, or with where a key moves the map. */
  onMoveEnd: (position?: MapPosition) => void;
  /** Called instead when a drag had speed, with where it carries on to. */
  onThrow: (position: MapPosition, timing: EaseTiming) => void;
  onClick: (position: Position) => void;
  /** Called when the map leaves a gesture to the page. */
  onLeft: () => void;
};

/** Moves a still map by pointers, the wheel and keys, as MapLibre does. */
export function useStillGestures(area: RefObject<HTMLElement | null>, gestures: StillGestures): void {
  const pointers = useRef(new Map<number, Point>());
  const grip = useRef<Grip | null>(null);
  const hasMoved = useRef(false);
  const dragged = useRef<{ position: MapPosition | null; samples: Sample[] }>({ position: null, samples: [] });
  const wheeled = useRef<MapPosition | null>(null);
  const wheelEnd = useRef<ReturnType<typeof setTimeout>>(undefined);

  const toPoint = ({ clientX, clientY }: MouseEvent): Point => {
    const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const takeGrip = () => {
    grip.current = { view: gestures.getView(), ...measure([...pointers.current.values()]) };
    dragged.current = { position: null, samples: [] };
  };

  const endDrag = (endMs: number) => {
    const { position, samples } = dragged.current;
    const more = position === null || prefersReducedMotion() ? null : carryOn(samples, endMs);
    if (position === null || more === null) {
      gestures.onMoveEnd();
      return;
    }
    const view = { ...gestures.getView(), position };
    const to = { x: view.focal.x + more.by.x, y: view.focal.y + more.by.y };
    gestures.onThrow(dragView(view, view.focal, to), more.timing);
  };

  const releasePointer = ({ pointerId, timeStamp }: PointerEvent) => {
    if (!pointers.current.delete(pointerId)) return;
    if (pointers.current.size > 0) takeGrip();
    else if (hasMoved.current) endDrag(timeStamp);
  };

  const handlers: { [Name in GestureEvent]: (event: HTMLElementEventMap[Name]) => void } = {
    pointerdown: (event) => {
      if (event.button !== 0) return;
      if (pointers.current.size === 0) hasMoved.current = false;
      pointers.current.set(event.pointerId, toPoint(event));
      takeGrip();
    },
    pointermove: (event) => {
      if (grip.current === null || !pointers.current.has(event.pointerId)) return;
      pointers.current.set(event.pointerId, toPoint(event));
      if (gestures.isCooperative && event.pointerType === 'touch' && pointers.current.size < 2) {
        gestures.onLeft();
        return;
      }
      const { view, middle, spread } = grip.current;
      const now = measure([...pointers.current.values()]);
      const movedPx = Math.hypot(now.middle.x - middle.x, now.middle.y - middle.y) + Math.abs(now.spread - spread);
      if (!hasMoved.current && movedPx < CLICK_TOLERANCE_PX) return;
      hasMoved.current = true;
      for (const id of pointers.current.keys()) area.current?.setPointerCapture(id);
      const position = dragView(view, middle, now.middle, spread > 0 ? Math.log2(now.spread / spread) : 0);
      const { samples } = dragged.current;
      dragged.current = {
        position,
        samples: [...samples, { timeMs: event.timeStamp, point: now.middle }].slice(-MAX_SAMPLES),
      };
      gestures.onMove(position);
    },
    pointerup: releasePointer,
    pointercancel: (event) => {
      dragged.current.samples = [];
      releasePointer(event);
    },
    wheel: (event) => {
      if (gestures.isCooperative && !event.ctrlKey && !event.metaKey) {
        gestures.onLeft();
        return;
      }
      event.preventDefault();
      const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_LINE_PX : event.deltaY;
      const point = toPoint(event);
      // More events may come before the first one is rendered.
      const seen = gestures.getView();
      const view = { ...seen, position: wheeled.current ?? seen.position };
      wheeled.current = dragView(view, point, point, toZoomLevels(px));
      gestures.onMove(wheeled.current);
      clearTimeout(wheelEnd.current);
      wheelEnd.current = setTimeout(() => {
        wheeled.current = null;
        gestures.onMoveEnd();
      }, WHEEL_END_MS);
    },
    keydown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const { view } = gestures;
      const [x, y] = PAN_KEYS[event.key] ?? [0, 0];
      const zoomBy = ZOOM_KEYS[event.key] ?? 0;
      if (x === 0 && y === 0 && zoomBy === 0) return;
      event.preventDefault();
      const to = { x: view.focal.x + x * PAN_STEP_PX, y: view.focal.y + y * PAN_STEP_PX };
      gestures.onMoveEnd(dragView(view, view.focal, to, zoomBy));
    },
    click: (event) => {
      if (!hasMoved.current) gestures.onClick(toPosition(gestures.getView(), toPoint(event)));
    },
    dblclick: (event) => {
      const point = toPoint(event);
      gestures.onMoveEnd(dragView(gestures.getView(), point, point, event.shiftKey ? -1 : 1));
    },
  };

  const handle = useEffectEvent(<Name extends GestureEvent>(name: Name, event: HTMLElementEventMap[Name]) => {
    handlers[name](event);
  });

  useEffect(() => {
    const abort = new AbortController();
    for (const name of EVENTS) {
      const listener = (event: HTMLElementEventMap[typeof name]) => {
        // What happens in an info window does not concern the map.
        if (event.target instanceof Element && event.target.closest('.maplibregl-popup') === null) handle(name, event);
      };
      area.current?.addEventListener(name, listener, { signal: abort.signal, passive: false });
    }
    return () => {
      abort.abort();
      clearTimeout(wheelEnd.current);
    };
  }, [area]);
}

/** MapLibre's measure of the wheel, which damps long turns. */
function toZoomLevels(wheelPx: number): number {
  return -Math.sign(wheelPx) * Math.log2(2 / (1 + Math.exp(-Math.abs(wheelPx) / WHEEL_PX_PER_E)));
}

/** The middle of some points, and how far the first two are apart. */
function measure(points: readonly Point[]): { middle: Point; spread: number } {
  const [first = { x: 0, y: 0 }, second = first] = points;
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.hypot(first.x - second.x, first.y - second.y),
  };
}
