import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { prefersReducedMotion } from '../../map-settings.ts';
import { interpolateView, type StillView } from './still-view.ts';

export type EaseTiming = { duration: number; easing: string };

/** How the map gets from one view to the next: what shows the next view at once is animated from where it was. */
export type Ease = { from: StillView; timing: EaseTiming };

/** MapLibre's own. */
const MOVE: EaseTiming = { duration: 500, easing: 'ease' };

type EaseOptions = {
  view: StillView;
  /** False for what jumps: before anything is shown, and during a gesture. */
  canEase: () => boolean;
  onChange: (isEasing: boolean) => void;
};

/** Eases the map to each new view that no gesture made; without motion for those who prefer that. */
export function useEase({ view, canEase, onChange }: EaseOptions) {
  const [ease, setEase] = useState<Ease | null>(null);
  const shown = useRef(view);
  const running = useRef<{ ease: Ease; clock: Animation } | null>(null);
  const nextTiming = useRef(MOVE);

  const change = useEffectEvent((next: Ease | null) => {
    running.current?.clock.cancel();
    running.current = next && { ease: next, clock: startClock(next.timing, () => change(null)) };
    setEase(next);
    onChange(next !== null);
  });

  /** What is seen at this moment. */
  const getView = useCallback((): StillView => {
    const part = running.current?.clock.effect?.getComputedTiming().progress ?? 1;
    return running.current && part < 1
      ? interpolateView(running.current.ease.from, shown.current, part)
      : shown.current;
  }, []);

  const showNext = useEffectEvent((next: StillView) => {
    if (shown.current === next) return;
    const from = getView();
    const isSameSize = from.width === next.width && from.height === next.height;
    const timing = nextTiming.current;
    nextTiming.current = MOVE;
    shown.current = next;
    const eases = isSameSize && canEase() && !prefersReducedMotion();
    if (eases) change({ from, timing });
    else if (running.current !== null) change(null);
  });
  useLayoutEffect(() => showNext(view), [view]);
  useLayoutEffect(() => () => running.current?.clock.cancel(), []);

  return {
    ease,
    getView,
    /** How the map gets to the next view. */
    setNextTiming: useCallback((timing: EaseTiming) => {
      nextTiming.current = timing;
    }, []),
  };
}

/** An animation of nothing, which tells how far those of the same moment are. */
function startClock(timing: EaseTiming, onFinish: () => void): Animation {
  const clock = new Animation(new KeyframeEffect(null, null, timing));
  clock.onfinish = onFinish;
  clock.play();
  return clock;
}

const ViewContext = createContext<{ view: StillView; ease: Ease | null } | null>(null);

export const StillViewProvider = ViewContext.Provider;

function useStillView() {
  const context = useContext(ViewContext);
  if (context === null) throw new Error('Markers stand on a map');
  return context;
}

export const useIsEasing = () => useStillView().ease !== null;

/** The ref and the transform of an element on the picture, which eases there with everything else. */
export function useEased<Shown extends Element>(
  getTransform: (view: StillView) => string,
): [ref: RefObject<Shown | null>, transform: string] {
  const { view, ease } = useStillView();
  const element = useRef<Shown>(null);
  const transform = getTransform(view);
  const before = ease && getTransform(ease.from);
  useLayoutEffect(() => {
    if (ease === null || before === null) return;
    const animation = element.current?.animate({ transform: [before, transform] }, ease.timing);
    return () => animation?.cancel();
  }, [ease, before, transform]);
  return [element, transform];
}
