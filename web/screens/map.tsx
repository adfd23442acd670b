import { CircleParking } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { isAwaitingEnd } from '../../domain/reservations/times.ts';
import type { Bounds, Position } from '../../domain/zones/distance.ts';
import { NEAREST_LIMIT } from '../../domain/zones/nearest.ts';
import { useWelcomeToast } from '../account/use-welcome-toast.ts';
import { ArrivalChip } from '../booking/arrival/chosen-arrival.tsx';
import { useCurrentReservation } from '../booking/current/use-current-reservation.ts';
import { AmenityFilter } from '../booking/zones/amenity-filter.tsx';
import { useMapSearch } from '../booking/zones/map-search.ts';
import { MapTop } from '../booking/zones/map-top.tsx';
import { toMapZones, useMapZones, useZone } from '../booking/zones/use-map-zones.ts';
import { ZoneSheet } from '../booking/zones/zone-sheet.tsx';
import type { MapPosition } from '../map/contract.ts';
import { INFO_WINDOW_HEIGHT_PX } from '../map/map-settings.ts';
import { MapView } from '../map/map-view.tsx';
import { useMapRoute } from '../map/request-route.ts';
import { useUserLocation } from '../map/use-user-location.ts';
import { paths } from '../paths.ts';
import { useToastClearance } from '../ui/layout/action-bar.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { useElementHeight, useElementSize, useIsWide } from '../ui/platform/use-layout.ts';

const ZonePanel = lazy(async () => ({
  default: (await import('../booking/zones/zone-details.tsx')).ZonePanel,
}));

/** About what the map shows at its start, so that its zones load before the map does. */
const FIRST_VIEW: Bounds = { west: -69.985, south: 18.425, east: -69.875, north: 18.545 };
const FIRST_WIDE_VIEW: Bounds = { west: -70.05, south: 18.4, east: -69.81, north: 18.57 };
/** The width of the panel that covers the map on wide screens. */
const SIDE_PANEL_PX = 400;
/** About the height of the open sheet and the chips, in px. With less room below the search the sheet begins folded. */
const OPEN_SHEET_PX = 440;
/** The height of the navigation and a gap. On phones toasts stand on the map, above the chips and the sheet. */
const BELOW_PX = 76;

/** The home screen: the zones on a map and in a sheet. */
export function MapScreen() {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const { selection, chosen, amenities, setAmenities, setViewed } = useMapSearch();
  const [view, setView] = useState(isWide ? FIRST_WIDE_VIEW : FIRST_VIEW);
  const showView = useCallback(
    (bounds: Bounds, position: MapPosition) => {
      setView(bounds);
      setViewed(position);
    },
    [setViewed],
  );
  const origin = selection.foundPlace && {
    name: selection.foundPlace.title,
    position: selection.foundPlace.position,
  };
  const { startsAtDriver, tracksParking } = getInstallation();
  const { locate, ...user } = useUserLocation({ startsIfAllowed: startsAtDriver });
  const listOrigin = origin ?? (user.location && { name: null, position: user.location });
  const sheetOrigin = startsAtDriver ? listOrigin : origin;
  const mapZones = useMapZones(view, { amenities, period: chosen.arrival, near: sheetOrigin?.position ?? null });

  const asksForOwn = useRef(false);
  const locateDriver = () => {
    asksForOwn.current = true;
    locate();
  };
  const route = useMapRoute(user.location, selection.destination);
  const [isSheetWanted, setIsSheetOpen] = useState<boolean | null>(null);
  const current = useCurrentReservation();
  const [detailsId, setDetailsId] = useState<string | null>(null);
  const [mapSize, mapRef] = useElementSize();
  const [topHeight, topRef] = useElementHeight();
  const [bottomHeight, bottomRef] = useElementHeight();
  const [sheetHeight, sheetRef] = useElementHeight();
  const freeHeight = isWide ? mapSize.height : mapSize.height - topHeight - bottomHeight;
  const isParked = current !== null && tracksParking;
  const hasRoomForSheet = mapSize.height === 0 || mapSize.height >= topHeight + OPEN_SHEET_PX;
  // A parked driver does not look for another zone at once.
  const isSheetOpen = isSheetWanted ?? (!isParked && hasRoomForSheet);
  const hasLittleRoom = freeHeight < INFO_WINDOW_HEIGHT_PX;
  useWelcomeToast();
  useToastClearance(BELOW_PX + (isWide ? 0 : bottomHeight));

  const selectedZone = useZone(selection.selectedId, chosen.arrival, mapZones.counted).data ?? null;
  const detailedZone = useZone(detailsId, chosen.arrival, mapZones.counted).data ?? null;
  const pins = useMemo(() => toMapZones(mapZones.zones ?? [], amenities), [mapZones.zones, amenities]);

  const lookAtDriver = useEffectEvent((position: Position) => {
    if (asksForOwn.current) selection.lookAt(position);
    else selection.startAt(position);
  });
  useEffect(() => {
    if (user.location) lookAtDriver(user.location);
  }, [user.location]);

  const { sheet } = mapZones;
  const listed = sheet.isPlaceholderData ? undefined : sheet.data;
  const startsAtZones = startsAtDriver && user.location === null && !user.isLocating;
  const isFrameDue =
    !selection.isFramed && (origin !== null || startsAtZones) && listed !== undefined && mapSize.height > 0;
  const frameListed = useEffectEvent(() => {
    const positions = (listed ?? []).flatMap(({ position }) => position ?? []);
    const room = { width: mapSize.width - (isWide ? SIDE_PANEL_PX : 0), height: freeHeight };
    selection.frameZones(origin === null ? positions : positions.slice(0, NEAREST_LIMIT), room);
  });
  useEffect(() => {
    if (isFrameDue) frameListed();
  }, [isFrameDue]);

  return (
    <div className="absolute inset-0 isolate flex flex-col overflow-hidden">
      <h1 className="sr-only">{m.map_title()}</h1>
      <div ref={mapRef} className="group relative min-h-0 flex-1">
        {/* An info window that needs the room of the search takes its place. */}
        <div
          className={`pointer-events-none absolute inset-0 z-2 flex flex-col justify-between *:pointer-events-auto md:w-[400px] md:justify-start md:gap-3 md:p-4 ${hasLittleRoom ? 'group-has-data-info-window:*:first:invisible' : ''}`}
        >
          <MapTop
            ref={topRef}
            onFound={() => hasRoomForSheet && setIsSheetOpen(true)}
            selection={selection}
            user={{ ...user, locate: locateDriver }}
          />
          <div ref={bottomRef} className="flex min-h-0 flex-col">
            {/* The map's attribution stands below the chips on phones, where an info window takes their room. */}
            <div className="max-md:group-has-data-info-window:hidden mb-4 flex shrink-0 gap-2 overflow-x-auto px-3 py-1 md:mb-0 [scrollbar-width:none] md:pointer-events-none md:absolute md:top-3 md:left-full md:w-[calc(100vw-400px)] md:not-tiny:flex-wrap md:not-tiny:overflow-visible md:px-0 md:pr-4 md:*:pointer-events-auto">
              <ArrivalChip chosen={chosen} className="shrink-0" />
              {current === null || isAwaitingEnd(current, getNow()) ? <ParkNowLink /> : null}
              <AmenityFilter wanted={amenities} onChange={setAmenities} className="md:contents" />
            </div>
            <ZoneSheet
              ref={sheetRef}
              zones={sheet}
              period={chosen.arrival}
              isFiltered={amenities.length > 0}
              allZones={{ to: paths.zones, state: listOrigin && { origin: listOrigin } }}
              origin={sheetOrigin}
              selectedZoneId={selection.selectedId}
              selectedZone={selectedZone}
              isOpen={isSheetOpen}
              onOpenChange={setIsSheetOpen}
              onSelect={selection.select}
              onShowDetails={(zone) => {
                selection.select(zone);
                setDetailsId(zone.id);
              }}
              onChoose={(zone) => navigate(paths.reserveParking(zone.id))}
              onQuickReserve={(zone) => navigate(paths.reserveParking(zone.id), { state: { quickReserve: true } })}
            />
          </div>
        </div>
        <MapView
          label={m.map_title()}
          start={selection.start}
          zones={pins}
          initialPosition={selection.focus}
          selectedZoneId={selection.selectedId}
          userLocation={user.location}
          foundPlace={selection.foundPlace}
          route={route}
          padding={isWide ? { left: SIDE_PANEL_PX } : { top: topHeight, bottom: bottomHeight }}
          attributionBottom={isWide ? 0 : sheetHeight}
          onMarkerClick={(zone) => {
            selection.select(zone, { isRouted: true });
            if (!isWide) setIsSheetOpen(false);
          }}
          onMapClick={selection.clear}
          onViewChange={showView}
          onViewDetails={(zone) => setDetailsId(zone.id)}
        />
      </div>
      {selection.selectedId === null && detailsId === null ? null : (
        <Suspense fallback={null}>
          <ZonePanel
            zone={detailedZone}
            period={chosen.arrival}
            chosenTime={<ArrivalChip chosen={chosen} />}
            onClose={() => setDetailsId(null)}
            onReserve={(space, zone) => navigate(paths.reserve(space.id), { state: { space, zone } })}
          />
        </Suspense>
      )}
    </div>
  );
}

function ParkNowLink() {
  return (
    <Link
      to={paths.parkNow}
      className="bg-raised shadow-float border-line text-brand-ink inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold"
    >
      <CircleParking aria-hidden="true" className="size-4.5" />
      {m.action_park_now()}
    </Link>
  );
}
