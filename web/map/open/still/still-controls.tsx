import { clsx } from 'clsx';
import { m } from '#messages';
import { GEONAMES_URL, OPENSTREETMAP_URL } from '../../../../domain/maps/built-in-map.ts';
import { MAP_LOCALE } from '../map-locale.ts';

const LINK = { target: '_blank', rel: 'noopener' };

/** The attribution, and on wide screens the zoom buttons, as MapLibre shows them. */
export function StillControls({ onZoom }: { onZoom: ((by: number) => void) | null }) {
  return (
    <div className="maplibregl-control-container">
      <div className="maplibregl-ctrl-bottom-right">
        {onZoom ? (
          <div className="maplibregl-ctrl maplibregl-ctrl-group">
            <ZoomButton direction="in" label={m.map_control_zoom_in()} onClick={() => onZoom(1)} />
            <ZoomButton direction="out" label={m.map_control_zoom_out()} onClick={() => onZoom(-1)} />
          </div>
        ) : null}
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
    </div>
  );
}

type ZoomButtonProps = { direction: 'in' | 'out'; label: string; onClick: () => void };

function ZoomButton({ direction, label, onClick }: ZoomButtonProps) {
  return (
    <button
      type="button"
      className={`maplibregl-ctrl-zoom-${direction}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <span className="maplibregl-ctrl-icon" aria-hidden="true" />
    </button>
  );
}

const DESKTOP_HINT = navigator.userAgent.includes('Mac')
  ? MAP_LOCALE['CooperativeGesturesHandler.MacHelpText']
  : MAP_LOCALE['CooperativeGesturesHandler.WindowsHelpText'];

/** Says how to move a map that leaves the wheel and one finger to the page, as MapLibre does. */
export function GestureHint({ isShown }: { isShown: boolean }) {
  return (
    <div aria-hidden="true" className={clsx('maplibregl-cooperative-gesture-screen', isShown && 'maplibregl-show')}>
      <div className="maplibregl-desktop-message">{DESKTOP_HINT}</div>
      <div className="maplibregl-mobile-message">{MAP_LOCALE['CooperativeGesturesHandler.MobileHelpText']}</div>
    </div>
  );
}
