import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import type { Position } from '../../../../domain/zones/distance.ts';
import { LiveMap, type LiveMapProps } from '../../live-map.tsx';
import { whenIdleAndQuick } from '../../quick-device.ts';
import { focusCounterpart, nameFocused } from './focus-counterpart.ts';
import { StillMap } from './still-map.tsx';
import { useStillPosition } from './use-still-position.ts';

/** Why MapLibre is started: the page is idle or moves the map itself, or somebody moves it. */
type Reason = 'page' | 'gesture';

type StillFirstMapProps = LiveMapProps & {
  /** False when the map is about to move by itself. */
  mayStayStill: boolean;
};

/** A still picture of the map, until MapLibre takes over where the picture is by then. */
export function StillFirstMap({ isWaiting, mayStayStill, ...props }: StillFirstMapProps) {
  const [isStill, setIsStill] = useState(true);
  const [isEasing, setIsEasing] = useState(false);
  const [reason, setReason] = useState<Reason | null>(null);
  const failed = useRef<Reason | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);

  const start = useCallback((why: Reason) => {
    // After a failure only somebody who moves the map makes another try, and is told once.
    if (failed.current === 'gesture' || (failed.current === 'page' && why === 'page')) return;
    setReason((before) => (before === 'gesture' ? before : why));
  }, []);
  const { initialPosition } = props;
  const still = useStillPosition(initialPosition);
  const { move } = still;
  const isFirst = useRef(initialPosition);
  useEffect(() => {
    if (isFirst.current !== initialPosition) start('page');
  }, [initialPosition, start]);
  useEffect(() => {
    if (!mayStayStill) start('page');
  }, [mayStayStill, start]);
  useEffect(() => (isWaiting ? undefined : whenIdleAndQuick(() => start('page'))), [isWaiting, start]);

  const moveTo = useCallback(
    ({ lat, lng }: Position, zoom?: number) => {
      move((before) => ({ lat, lng, zoom: zoom ?? before.zoom }));
      start('page');
    },
    [move, start],
  );
  const stopShowing = useCallback(() => setIsStill(false), []);
  const takeOver = () => {
    focused.current = nameFocused(host.current);
    setIsStill(false);
  };
  useLayoutEffect(() => {
    if (!isStill) focusCounterpart(host.current, focused.current);
  }, [isStill]);
  const handleFailure = useEffectEvent(() => {
    if (!isStill) return;
    failed.current = reason;
    setReason(null);
    if (reason !== 'gesture') return;
    toast.error(m.map_still_only(), {
      action: {
        label: m.action_try_again(),
        onClick: () => {
          failed.current = null;
          setReason('gesture');
        },
      },
    });
  });

  return (
    <div ref={host} className="relative size-full">
      {isStill ? (
        <div className="absolute inset-0">
          <StillMap
            {...props}
            position={still.position}
            isHeld={still.isHeld}
            isWaiting={isWaiting}
            moveTo={moveTo}
            onFit={(position) => move(() => position)}
            onMove={(position) => {
              start('gesture');
              still.hold(position);
            }}
            onMoveEnd={(position) => {
              start('gesture');
              still.release(position);
            }}
            onEase={setIsEasing}
            onFailure={stopShowing}
          />
        </div>
      ) : null}
      {reason !== null || !isStill ? (
        <div className={isStill ? 'invisible absolute inset-0' : 'size-full'}>
          <LiveMap
            {...props}
            initialPosition={still.settled}
            isWaiting={isWaiting && reason !== 'gesture'}
            onViewChange={isStill ? undefined : props.onViewChange}
            cover={isStill ? { isHeld: still.isHeld || isEasing, onReady: takeOver, onFailure: handleFailure } : null}
          />
        </div>
      ) : null}
    </div>
  );
}
