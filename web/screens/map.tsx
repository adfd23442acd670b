import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Position } from '../../domain/distance.ts';
import type { Space, Zone } from '../../domain/zone.ts';
import { paths } from '../app/paths.ts';
import { LocateButton } from '../map/locate-button.tsx';
import { MapView } from '../map/map-view.tsx';
import { PlaceSearch } from '../map/place-search.tsx';
import { useMapRoute } from '../map/use-map-route.ts';
import { useUserLocation } from '../map/use-user-location.ts';
import { useWelcomeToast } from '../map/use-welcome-toast.ts';
import { useElementHeight } from '../platform/use-element-height.ts';
import { useIsWide } from '../platform/use-media.ts';
import { useUser } from '../session/session-provider.tsx';
import { spotsOf } from '../zones/spots-of.ts';
import { useZones } from '../zones/use-zones.ts';
import { ZonePanel } from '../zones/zone-panel.tsx';
import { ZoneSheet } from '../zones/zone-sheet.tsx';

const START = { lat: 18.4861, lng: -69.9312, zoom: 13 };
const CLOSE_UP_ZOOM = 15;
const NO_ZONES: Zone[] = [];
/** What the overlays cover, in px: the search box above, the panel at the side. */
const SEARCH_PX = 72;
const SIDE_PANEL_PX = 400;

/** Home: the zones on a map and in a sheet, and the way to reserve one. */
export function MapScreen() {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const zones = useZones();
  const [focus, setFocus] = useState(START);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [detailsId, setDetailsId] = useState<string | null>(null);
  const [destination, setDestination] = useState<Position | null>(null);
  const [sheetHeight, sheetRef] = useElementHeight();
  useWelcomeToast(useUser() !== null);

  const closeUp = useCallback(({ lat, lng }: Position) => setFocus({ lat, lng, zoom: CLOSE_UP_ZOOM }), []);
  const { location, isLocating, hint, locate } = useUserLocation(closeUp);
  const route = useMapRoute(location, destination);

  const all = zones.data ?? NO_ZONES;
  const spots = useMemo(() => spotsOf(all), [all]);
  const zoneOf = (id: string | null) => all.find((zone) => zone.id === id) ?? null;

  const select = (zone: Zone) => {
    setSelectedId(zone.id);
    setDestination(null);
    if (zone.position) closeUp(zone.position);
  };
  const clear = () => {
    setSelectedId(null);
    setDestination(null);
  };
  const reserve = (space: Space, zone: Zone) => navigate(paths.reserve(space.id), { state: { space, zone } });

  return (
    <div className="absolute inset-0 flex flex-col overflow-hidden">
      <h1 className="sr-only">Map of parking zones</h1>
      <div className="relative min-h-0 flex-1">
        <div className="pointer-events-none absolute inset-0 z-10 flex flex-col justify-between md:w-[400px] md:justify-start md:gap-3 md:p-4 *:pointer-events-auto">
          <div className="flex flex-col gap-2 p-3 md:p-0">
            <div className="flex gap-2">
              <PlaceSearch near={focus} onPlace={({ position }) => closeUp(position)} />
              <LocateButton isLocating={isLocating} onClick={() => void locate()} />
            </div>
            {hint === null ? null : (
              <p
                role="status"
                className="bg-raised shadow-float text-muted self-start rounded-full px-4 py-1.5 text-sm"
              >
                {hint}
              </p>
            )}
          </div>
          <ZoneSheet
            ref={sheetRef}
            zones={zones}
            selectedZoneId={selectedId}
            selectedZone={zoneOf(selectedId)}
            onSelect={select}
            onShowDetails={(zone) => {
              select(zone);
              setDetailsId(zone.id);
            }}
            onChoose={(zone) => navigate(paths.reserveParking(zone.id))}
            onQuickReserve={(zone) => navigate(paths.reserveParking(zone.id), { state: { quickReserve: true } })}
          />
        </div>
        <MapView
          label="Map of parking zones"
          parkingSpots={spots}
          initialPosition={focus}
          selectedSpotId={selectedId}
          userLocation={location}
          route={route}
          padding={isWide ? { left: SIDE_PANEL_PX } : { top: SEARCH_PX, bottom: sheetHeight }}
          onMarkerClick={(spot) => {
            setSelectedId(spot.id);
            setDestination({ lat: spot.lat, lng: spot.lng });
            closeUp(spot);
          }}
          onMapClick={clear}
          onViewDetails={(spot) => setDetailsId(spot.id)}
        />
      </div>
      <ZonePanel zone={zoneOf(detailsId)} onClose={() => setDetailsId(null)} onReserve={reserve} />
    </div>
  );
}
