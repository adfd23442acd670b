import 'maplibre-gl/dist/maplibre-gl.css';
import '../open-map.css';
import { useEffect, useMemo } from 'react';
import { m } from '#messages';
import { GEONAMES_URL, OPENSTREETMAP_URL } from '../../../../domain/maps/built-in-map.ts';
import { useElementSize } from '../../../ui/platform/use-element-size.ts';
import type { MapPosition, ProviderMapProps } from '../../contract.ts';
import { getCameraPadding } from '../../map-settings.ts';
import { MapMarks } from '../markers/map-marks.tsx';
import { type MapSurface, MapSurfaceProvider } from '../markers/map-surface.ts';
import { addMargin, toWholeZoom } from '../markers/map-window.ts';
import { StillPicture } from './still-picture.tsx';
import { StillMarker, StillPopup, StillViewContext } from './still-surface.tsx';
import { createStillView, getBounds, toPosition } from './still-view.ts';

type StillMapProps = Omit<ProviderMapProps, 'onFailure'> & {
  /** Called when there is no picture to show. */
  onFailure: () => void;
  position: MapPosition;
  /** Whether the zones of another view must wait. */
  isWaiting: boolean;
  moveTo: MapSurface['moveTo'];
};

/** The map as a picture from the server, with the same marks as MapLibre's. */
export function StillMap(props: StillMapProps) {
  const { position, isWaiting, onViewChange, chosen, moveTo, label = m.map_label() } = props;
  const [size, sizeRef] = useElementSize();
  const hasInfoWindow = chosen !== null;
  const { top, bottom, left, right } = getCameraPadding(props.padding, { ...size, hasInfoWindow });
  const view = useMemo(
    () => createStillView(position, size, { top, bottom, left, right }),
    [position, size, top, bottom, left, right],
  );
  const hasSize = size.width > 0 && size.height > 0;
  const mapWindow = useMemo(
    () => (hasSize ? { zoom: toWholeZoom(view.position.zoom), bounds: addMargin(getBounds(view)) } : null),
    [view, hasSize],
  );
  useEffect(() => {
    if (hasSize && !isWaiting) onViewChange?.(getBounds(view));
  }, [view, hasSize, isWaiting, onViewChange]);
  const surface = useMemo(() => ({ Marker: StillMarker, Popup: StillPopup, moveTo }), [moveTo]);

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

/** As MapLibre shows it. */
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
