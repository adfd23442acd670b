import { m } from '#messages';
import './google-map.css';
import { APIProvider, Map as GoogleApiMap } from '@vis.gl/react-google-maps';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent } from 'react';
import { connection } from '../../data/connection.ts';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import type { ProviderMapProps } from '../contract.ts';
import { GoogleMapContents } from './google-map-contents.tsx';
import { onInvalidKey } from './load-google-maps.ts';

/** Google's markers need a map ID; this public one has no style of its own. */
const DEFAULT_MAP_ID = 'DEMO_MAP_ID';
const NO_LIBRARIES: string[] = [];

/** The map drawn by Google. The API must be loaded. */
export function GoogleMap(props: ProviderMapProps) {
  const { initialPosition, label = m.map_label(), padding = {} } = props;
  const isWide = useIsWide();
  const isDark = useTheme().resolvedTheme === 'dark';
  const mapId = connection().config.maps.googleMapsMapId;
  const handleFailure = useEffectEvent(props.onFailure);
  useEffect(() => onInvalidKey((error) => handleFailure(error)), []);

  return (
    <section aria-label={label} className="bg-canvas relative isolate size-full overflow-hidden">
      {/* Google's name and terms at the lower edge must not be covered, so the map ends where the sheet begins. */}
      <div className="absolute inset-x-0 top-0" style={{ bottom: padding.bottom ?? 0 }}>
        {/* The loader has the key; it retries, which this provider would not. */}
        <APIProvider apiKey="" libraries={NO_LIBRARIES} disableUsageAttribution>
          <GoogleApiMap
            mapId={mapId ?? DEFAULT_MAP_ID}
            colorScheme={isDark ? 'DARK' : 'LIGHT'}
            {...(mapId === undefined ? { renderingType: 'RASTER' } : {})}
            defaultCenter={{ lat: initialPosition.lat, lng: initialPosition.lng }}
            defaultZoom={initialPosition.zoom}
            gestureHandling={isWide ? 'cooperative' : 'greedy'}
            clickableIcons={false}
            streetViewControl={false}
            mapTypeControl={false}
            fullscreenControl={false}
            cameraControl={false}
            rotateControl={false}
            zoomControl={isWide}
            onClick={({ detail: { latLng } }) => {
              props.onChoose(null);
              if (latLng) props.onMapClick?.(latLng);
            }}
          >
            <GoogleMapContents {...props} covered={{ ...padding, bottom: 0 }} />
          </GoogleApiMap>
        </APIProvider>
      </div>
    </section>
  );
}
