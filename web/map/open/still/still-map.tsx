import 'maplibre-gl/dist/maplibre-gl.css';
import '../open-map.css';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import type { Position } from '../../../../domain/zones/distance.ts';
import { useElementSize } from '../../../platform/use-element-size.ts';
import { useIsWide } from '../../../platform/use-media-query.ts';
import type { MapPosition, ProviderMapProps } from '../../contract.ts';
import { getCameraPadding } from '../../map-settings.ts';
import { MapMarks } from '../markers/map-marks.tsx';
import { type MapSurface, MapSurfaceProvider } from '../markers/map-surface.ts';
import { addMargin, toWholeZoom } from '../markers/map-window.ts';
import { StillViewProvider, useEase } from './ease.ts';
import { GestureHint, StillControls } from './still-controls.tsx';
import { StillPicture } from './still-picture.tsx';
import { StillRoute } from './still-route.tsx';
import { StillMarker, StillPopup } from './still-surface.tsx';
import { createStillView, dragView, fitPath, getBounds } from './still-view.ts';
import { useStillGestures } from './use-still-gestures.ts';

/** MapLibre's own. */
const HINT_MS = 100;

type StillMapProps = Omit<ProviderMapProps, 'onFailure'> & {
  /** Called when there is no picture to show. */
  onFailure: () => void;
  position: MapPosition;
  /** Whether a gesture is moving it. */
  isHeld: boolean;
  /** Whether the zones of another view must wait. */
  isWaiting: boolean;
  /** Called with where the map looks during a gesture. */
  onMove: (position: MapPosition) => void;
  /** Called when a gesture has ended, or with where a key moves the map. */
  onMoveEnd: (position?: MapPosition) => void;
  /** Called when the picture begins to ease to another view, and when it is there. */
  onEase: (isEasing: boolean) => void;
  moveTo: MapSurface['moveTo'];
  /** Called with where the map looks to show a new route as a whole. */
  onFit: (position: MapPosition) => void;
};

/** The map as a picture from the server, with the same marks as MapLibre's. Gestures move the picture. */
export function StillMap(props: StillMapProps) {
  const { position, isHeld, isWaiting, onViewChange, chosen, route, label = m.map_label() } = props;
  const [size, sizeRef] = useElementSize();
  const gestureArea = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const hasInfoWindow = chosen !== null;
  const { top, bottom, left, right } = getCameraPadding(props.padding, { ...size, hasInfoWindow });
  const view = useMemo(
    () => createStillView(position, size, { top, bottom, left, right }),
    [position, size, top, bottom, left, right],
  );
  const isShown = useRef(false);
  const { ease, getView, setNextTiming } = useEase({
    view,
    canEase: () => isShown.current && !isHeld,
    onChange: props.onEase,
  });
  const stillView = useMemo(() => ({ view, ease }), [view, ease]);
  const [settled, setSettled] = useState(view);
  if (!isHeld && settled !== view) setSettled(view);
  const hasSize = size.width > 0 && size.height > 0;
  const mapWindow = useMemo(
    () => (hasSize ? { zoom: toWholeZoom(settled.position.zoom), bounds: addMargin(getBounds(settled)) } : null),
    [settled, hasSize],
  );
  useEffect(() => {
    if (hasSize && !isWaiting) onViewChange?.(getBounds(settled));
  }, [settled, hasSize, isWaiting, onViewChange]);

  const routeToFit = (props.fitRoute ? route : null) ?? null;
  const showWholeRoute = useEffectEvent((path: readonly Position[]) => {
    const fitted = fitPath(path, size, { top, bottom, left, right });
    if (fitted) props.onFit(fitted);
  });
  useEffect(() => {
    if (routeToFit !== null && hasSize) showWholeRoute(routeToFit);
  }, [routeToFit, hasSize]);

  const [hasHint, setHasHint] = useState(false);
  useEffect(() => {
    if (!hasHint) return;
    // The style sheet lets it fade.
    const timer = setTimeout(() => setHasHint(false), HINT_MS);
    return () => clearTimeout(timer);
  }, [hasHint]);

  const { moveTo } = props;
  const surface = useMemo(() => ({ Marker: StillMarker, Popup: StillPopup, moveTo }), [moveTo]);
  useStillGestures(gestureArea, {
    view,
    getView,
    isCooperative: isWide,
    onMove: props.onMove,
    onMoveEnd: props.onMoveEnd,
    onThrow: (position, timing) => {
      setNextTiming(timing);
      props.onMoveEnd(position);
    },
    onLeft: () => setHasHint(true),
    onClick: (clicked) => {
      props.onChoose(null);
      props.onMapClick?.(clicked);
    },
  });

  return (
    <div
      ref={sizeRef}
      // Nothing scrolls when a pin outside the view gets the focus: the picture moves there.
      className="maplibregl-map size-full overflow-clip!"
      style={{ ['--map-attribution-bottom' as string]: `${props.attributionBottom ?? props.padding?.bottom ?? 0}px` }}
    >
      <div
        ref={gestureArea}
        className={clsx(
          'maplibregl-canvas-container maplibregl-interactive maplibregl-touch-drag-pan maplibregl-touch-zoom-rotate absolute inset-0',
          isWide && 'maplibregl-cooperative-gestures',
        )}
      >
        <StillViewProvider value={stillView}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map, as they do MapLibre's canvas */}
          <section aria-label={label} tabIndex={0} className="absolute inset-0">
            <StillPicture
              view={hasSize ? view : null}
              isHeld={isHeld}
              onShow={() => {
                isShown.current = true;
              }}
              onFailure={props.onFailure}
            />
          </section>
          {isWide ? <GestureHint isShown={hasHint} /> : null}
          {hasSize ? (
            <MapSurfaceProvider value={surface}>
              {route ? <StillRoute path={route} view={view} /> : null}
              <MapMarks {...props} mapWindow={mapWindow} />
            </MapSurfaceProvider>
          ) : null}
        </StillViewProvider>
      </div>
      {/* Before that it does not know where the attribution belongs. */}
      {hasSize ? (
        <StillControls onZoom={isWide ? (by) => props.onMoveEnd(dragView(view, view.focal, view.focal, by)) : null} />
      ) : null}
    </div>
  );
}
