import { useTheme } from 'next-themes';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Bounds, Position } from '../../domain/zones/distance.ts';
import type { ChosenZone, MapPosition, MapViewProps, OnViewChange } from './contract.ts';
import { LiveMap, type LiveMapProps } from './live-map.tsx';
import { MapLoading } from './map-loading.tsx';
import { hasStillPictures, whenIdle } from './map-service.ts';
import { StillMap } from './open/still-map.tsx';

type Props = MapViewProps & {
  /** Where a still picture is shown, if the server can draw one, until anything else moves the map. */
  start?: MapPosition;
};

const FOCUSABLE = 'button, a[href], [tabindex="0"]';

const readName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** The map with its markers, info window, route and the user's location. */
export function MapView({ start, ...props }: Props) {
  const { selectedZoneId = null } = props;
  const [lastChosen, setChosen] = useState<ChosenZone | null>(null);
  // Selecting another zone elsewhere closes this info window.
  const chosen = selectedZoneId === null || selectedZoneId === lastChosen?.id ? lastChosen : null;
  const map = { ...props, chosen, onChoose: setChosen };
  return start && hasStillPictures() ? <StillFirstMap {...map} startPosition={start} /> : <LiveMap {...map} />;
}

/** A still picture of the map. The first touch or key starts the map that moves, and so does whatever else moves the map. */
function StillFirstMap({ startPosition, ...props }: LiveMapProps & { startPosition: MapPosition }) {
  const { initialPosition } = props;
  const [isStarted, setIsStarted] = useState(false);
  const [isStill, setIsStill] = useState(true);
  // Where a cluster or a pin of the picture leads.
  const [led, setLed] = useState({ from: startPosition, to: startPosition });
  const host = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const start = useCallback(() => setIsStarted(true), []);
  useEffect(() => {
    if (initialPosition !== startPosition) start();
  }, [initialPosition, startPosition, start]);
  useEffect(() => whenIdle(start), [start]);
  // With the pins the first view is whole, and the connection free.
  const hasPins = props.zones.length > 0;
  const view = useRef<{ bounds: Bounds; zoom: number } | null>(null);
  const { onViewChange } = props;
  const noteView = useCallback<OnViewChange>(
    (bounds, position) => {
      view.current = { bounds, zoom: position.zoom };
      onViewChange?.(bounds, position);
    },
    [onViewChange],
  );
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    if (!hasPins || isStarted) return;
    void import('./open/fetch-ahead.ts').then(
      ({ fetchMapAhead }) => view.current && fetchMapAhead(view.current, resolvedTheme),
    );
  }, [hasPins, isStarted, resolvedTheme]);

  const moveTo = useCallback(
    ({ lat, lng }: Position, zoom = initialPosition.zoom) => {
      setLed({ from: initialPosition, to: { lat, lng, zoom } });
      start();
    },
    [initialPosition, start],
  );
  const takeOver = () => {
    focused.current = nameFocused(host.current);
    setIsStill(false);
  };
  useLayoutEffect(() => {
    if (!isStill) focusCounterpart(host.current, focused.current);
  }, [isStill]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: they start what is interactive
    <div ref={host} className="relative size-full" onPointerDown={start} onWheel={start} onKeyDown={start}>
      {isStill ? (
        <div className="absolute inset-0">
          <StillMap {...props} onViewChange={noteView} position={startPosition} moveTo={moveTo} onFailure={start} />
          {isStarted ? (
            <div className="pointer-events-none absolute inset-0">
              <MapLoading padding={props.padding} isOnPicture />
            </div>
          ) : null}
        </div>
      ) : null}
      {isStarted ? (
        <div className={isStill ? 'invisible absolute inset-0' : 'size-full'}>
          <LiveMap
            {...props}
            initialPosition={led.from === initialPosition ? led.to : initialPosition}
            onViewChange={isStill ? undefined : props.onViewChange}
            onReady={takeOver}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The name of what has the focus in a map, or null when the focus is elsewhere. */
function nameFocused(host: HTMLElement | null): string | null {
  const { activeElement } = document;
  return activeElement !== null && host?.contains(activeElement) ? readName(activeElement) : null;
}

/** Focuses what has the same name in the map that took the place of another. */
function focusCounterpart(host: HTMLElement | null, name: string | null): void {
  if (name === null) return;
  const candidates = [...(host?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  candidates.find((candidate) => readName(candidate) === name)?.focus({ preventScroll: true });
}
