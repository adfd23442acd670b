import { useMemo } from 'react';
import { m } from '#messages';
import { CITY_CENTRE } from '../../domain/zones/city-centre.ts';
import { MapView } from '../map/map-view.tsx';
import { useIsWide } from '../platform/use-media-query.ts';
import type { Trip } from './use-trip.ts';

const CITY_ZOOM = 12;
const CLOSE_UP_ZOOM = 15;
/** The width of the zoom buttons on wide screens, in px. */
const BUTTONS_PADDING = { right: 48 };

export function TripMap({ trip: { destination, origin, route }, name }: { trip: Trip; name: string }) {
  const { position } = destination;
  const isWide = useIsWide();
  const initial = useMemo(
    () => (position ? { ...position, zoom: CLOSE_UP_ZOOM } : { ...CITY_CENTRE, zoom: CITY_ZOOM }),
    [position],
  );
  return (
    <MapView
      label={m.trip_map_label({ place: name })}
      parkingSpots={[]}
      initialPosition={initial}
      userLocation={origin.position}
      route={route.value?.path ?? null}
      destination={position ? { position, name } : null}
      fitRoute
      {...(isWide ? { padding: BUTTONS_PADDING } : {})}
    />
  );
}
