import { m } from '#messages';
import type { Position } from '../../../domain/zones/distance.ts';
import { GEONAMES_URL, LAND_COLORS, OPENSTREETMAP_URL } from '../../../domain/zones/map.ts';
import { useElementSize } from '../../ui/platform/use-layout.ts';
import type { MapPosition, ProviderMapProps } from '../contract.ts';
import { getCameraPadding, INFO_WINDOW_OFFSET } from '../map-settings.ts';
import { MapMarks } from '../markers/map-marks.tsx';
import {
  type MapSurface,
  MapSurfaceProvider,
  OPEN_SURFACE,
  type SurfaceMarkerProps,
  toMapWindow,
} from '../markers/map-surface.tsx';
import { ZoneInfoCard } from '../markers/zone-info-card.tsx';
import './open-map.css';
import {
  createPicture,
  createStillView,
  getBounds,
  getPictureUrl,
  MAX_PICTURE_PX,
  type Picture,
  parsePictureUrl,
  placePicture,
  type StillView,
  showsAll,
  toPixels,
  toPosition,
} from './picture.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useTheme } from 'next-themes';
import { type ComponentProps, createContext, useContext, useEffect, useMemo, useState } from 'react';

type StillMapProps = Omit<ProviderMapProps, 'onFailure'> & {
  /** Called when there is no picture to show. */
  onFailure: () => void;
  position: MapPosition;
  moveTo: MapSurface['moveTo'];
};

/** The map as a picture from the server, with the same marks as MapLibre's. */
export function StillMap(props: StillMapProps) {
  const { position, onViewChange, chosen, moveTo, label = m.map_label() } = props;
  const [size, sizeRef] = useElementSize();
  const hasInfoWindow = chosen !== null;
  const { top, bottom, left, right } = getCameraPadding(props.padding, { ...size, hasInfoWindow });
  const view = useMemo(
    () => createStillView(position, size, { top, bottom, left, right }),
    [position, size, top, bottom, left, right],
  );
  const hasSize = size.width > 0 && size.height > 0;
  const mapWindow = useMemo(() => (hasSize ? toMapWindow(getBounds(view), view.position.zoom) : null), [view, hasSize]);
  useEffect(() => {
    if (hasSize) onViewChange?.(getBounds(view), view.position);
  }, [view, hasSize, onViewChange]);
  const surface = useMemo(
    () => ({ ...OPEN_SURFACE, Marker: StillMarker, InfoWindow: StillInfoWindow, moveTo }),
    [moveTo],
  );

  return (
    <div
      ref={sizeRef}
      // Nothing scrolls when a pin outside the view gets the focus: the map moves there.
      className="maplibregl-map size-full overflow-clip!"
      style={{ ['--map-attribution-bottom' as string]: `${props.attributionBottom ?? props.padding?.bottom ?? 0}px` }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on empty map closes what Escape closes too */}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a key starts the map, whose canvas takes the arrow keys
        tabIndex={0}
        className="absolute inset-0"
        onClick={({ nativeEvent: { offsetX, offsetY } }) => {
          props.onChoose(null);
          props.onMapClick?.(toPosition(view, { x: offsetX, y: offsetY }));
        }}
      >
        <StillPicture view={hasSize ? view : null} onFailure={props.onFailure} />
      </section>
      {hasSize ? (
        <StillViewContext value={view}>
          <MapSurfaceProvider value={surface}>
            <MapMarks {...props} mapWindow={mapWindow} />
          </MapSurfaceProvider>
          <Attribution />
        </StillViewContext>
      ) : null}
    </div>
  );
}

const LINK = { target: '_blank', rel: 'noopener' };

/** The sources of the map, in the place where MapLibre names them. */
function Attribution() {
  return (
    <div className="maplibregl-ctrl-bottom-right">
      <div className="maplibregl-ctrl maplibregl-ctrl-attrib">
        <div className="maplibregl-ctrl-attrib-inner">
          <a href={OPENSTREETMAP_URL} {...LINK}>
            {m.map_attribution_openstreetmap()}
          </a>
          {', '}
          <a href={GEONAMES_URL} {...LINK}>
            GeoNames
          </a>
        </div>
      </div>
    </div>
  );
}

const StillViewContext = createContext<StillView | null>(null);

const ANCHORS = { center: 'translate(-50%, -50%)', bottom: 'translate(-50%, -100%)' };

/** Moves an element to a position on the picture, in whole pixels, as MapLibre places what stands still. */
function useTransform(position: Position, anchor: keyof typeof ANCHORS, [right, down] = [0, 0]): string {
  const view = useContext(StillViewContext);
  if (view === null) throw new Error('Markers stand on a map');
  const { x, y } = toPixels(view, position);
  return `${ANCHORS[anchor]} translate(${Math.round(x) + right}px, ${Math.round(y) + down}px)`;
}

// These use MapLibre's class names, so that its style sheet draws both maps alike.

function StillMarker({ position, anchor = 'center', isOnTop, children }: SurfaceMarkerProps) {
  const transform = useTransform(position, anchor);
  return (
    <div className="maplibregl-marker" style={{ transform, zIndex: isOnTop ? 1 : 0 }}>
      {children}
    </div>
  );
}

function StillInfoWindow(props: ComponentProps<typeof ZoneInfoCard>) {
  const transform = useTransform(props.zone.position, 'bottom', INFO_WINDOW_OFFSET);
  return (
    <div className="maplibregl-popup maplibregl-popup-anchor-bottom" style={{ transform }}>
      <div className="maplibregl-popup-tip" />
      <div className="maplibregl-popup-content">
        <ZoneInfoCard {...props} />
      </div>
    </div>
  );
}

type StillPictureProps = {
  /** Null until the size of the map is known. */
  view: StillView | null;
  /** Called when there is nothing to show: the picture cannot be loaded, or the view is larger than any. */
  onFailure: () => void;
};

/** The streets of a still map. */
function StillPicture({ view, onFailure }: StillPictureProps) {
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const [start] = useState(findStartPicture);
  const [picture, setPicture] = useState<Picture | null>(start?.picture ?? null);
  const isTooLarge = view !== null && Math.max(view.width, view.height) > MAX_PICTURE_PX;
  useEffect(() => {
    if (isTooLarge) onFailure();
  }, [isTooLarge, onFailure]);
  const needsNext = view !== null && !isTooLarge && (picture?.theme !== theme || !showsAll(picture, view));
  if (needsNext) {
    const next = createPicture(view, theme);
    if (picture === null || getPictureUrl(picture) !== getPictureUrl(next)) setPicture(next);
  }
  // A second element for the same picture would be drawn anew.
  if (start !== null && start.picture === picture && (view === null || isAt(start, view)))
    return <div data-start-picture="" />;
  const place = view && picture && placePicture(picture, view);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" style={{ background: LAND_COLORS[theme] }}>
      {place ? (
        <img
          src={getPictureUrl(picture)}
          alt=""
          width={picture.width}
          height={picture.height}
          fetchPriority="high"
          // The server may have another name than the page.
          crossOrigin="anonymous"
          className="absolute top-0 left-0 max-w-none"
          style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
          onError={onFailure}
        />
      ) : null}
    </div>
  );
}

/** Whether the picture of the page already stands where this view needs it, to the pixel. */
function isAt({ picture, x, y }: StartPicture, view: StillView): boolean {
  const place = placePicture(picture, view);
  return Math.abs(place.x - x) < 1 && Math.abs(place.y - y) < 1;
}

/** A picture with the position of its upper left corner in the map, in px. */
type StartPicture = { picture: Picture; x: number; y: number };

/** The picture that the page shows before its scripts run, on phones that open the map first; otherwise null. */
function findStartPicture(): StartPicture | null {
  const image = document.querySelector<HTMLImageElement>('#map-start img');
  const map = image?.closest('[data-map]');
  if (!image || !map) return null;
  const { x, y, width } = image.getBoundingClientRect();
  const corner = map.getBoundingClientRect();
  return width === 0 ? null : { picture: parsePictureUrl(image.src), x: x - corner.x, y: y - corner.y };
}
