import './google-map.css';
import { APIProvider, Map as GoogleApiMap } from '@vis.gl/react-google-maps';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useState } from 'react';
import { connection } from '../../data/connection.ts';
import { useIsWide } from '../../platform/use-media.ts';
import type { ProvidedMapProps } from '../map-view-props.ts';
import type { ChosenSpot } from '../markers/spot-markers.tsx';
import { GoogleMapContents } from './google-map-contents.tsx';
import { onKeyRefused } from './services/load-google-maps.ts';

/** Google's markers need a map ID; this one of Google's has no style of its own. */
const ANY_MAP_ID = 'DEMO_MAP_ID';
const NO_LIBRARIES: string[] = [];

/** The map drawn by Google. The API must be loaded. */
export function GoogleMap(props: ProvidedMapProps) {
  const { initialPosition, selectedSpotId = null, label = 'Map', padding = {} } = props;
  const [lastChosen, setChosen] = useState<ChosenSpot | null>(null);
  const isWide = useIsWide();
  const isDark = useTheme().resolvedTheme === 'dark';
  const mapId = connection().config.maps.googleMapsMapId;
  // Selecting another spot elsewhere puts the info window of this one away.
  const chosen = selectedSpotId === null || selectedSpotId === lastChosen?.id ? lastChosen : null;
  const fail = useEffectEvent(props.onFailure);
  useEffect(() => onKeyRefused((refusal) => fail(refusal)), []);

  return (
    <section aria-label={label} className="bg-canvas relative size-full overflow-hidden">
      {/* Google's name and terms at the lower edge must not be covered, so the map ends where the sheet begins. */}
      <div className="absolute inset-x-0 top-0" style={{ bottom: padding.bottom ?? 0 }}>
        {/* The key is with the loader, which has tried again where this one would not. */}
        <APIProvider apiKey="" libraries={NO_LIBRARIES} disableUsageAttribution>
          <GoogleApiMap
            mapId={mapId ?? ANY_MAP_ID}
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
              setChosen(null);
              if (latLng) props.onMapClick?.(latLng);
            }}
          >
            <GoogleMapContents {...props} covered={{ ...padding, bottom: 0 }} chosen={chosen} onChoose={setChosen} />
          </GoogleApiMap>
        </APIProvider>
      </div>
    </section>
  );
}
