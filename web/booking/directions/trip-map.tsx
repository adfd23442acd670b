import { useMemo } from 'react';
import { m } from '#messages';
import { CITY_CENTRE, type Position } from '../../../domain/zones/distance.ts';

import { MapView } from '../../map/map-view.tsx';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import type { Trip } from './use-trip.ts';

const CITY_ZOOM = 12;
const CLOSE_UP_ZOOM = 15;
const DRIVING_ZOOM = 16;
/** The width of the zoom buttons on wide screens, in px. */
const BUTTONS_PADDING = { right: 48 };

type TripMapProps = {
  trip: Trip;
  name: string;
  /** The position of a driver whom the map follows; null while they do not drive. */
  followed: Position | null;
};

export function TripMap({ trip: { destination, origin, route }, name, followed }: TripMapProps) {
  const { position } = destination;
  const isWide = useIsWide();
  const initial = useMemo(() => {
    if (followed) return { ...followed, zoom: DRIVING_ZOOM };
    return position ? { ...position, zoom: CLOSE_UP_ZOOM } : { ...CITY_CENTRE, zoom: CITY_ZOOM };
  }, [position, followed]);
  return (
    <MapView
      label={m.trip_map_label({ place: name })}
      parkingSpots={[]}
      initialPosition={initial}
      userLocation={followed ?? origin.position}
      route={route.value?.path ?? null}
      destination={position ? { position, name } : null}
      fitRoute={followed === null}
      {...(isWide ? { padding: BUTTONS_PADDING } : {})}
    />
  );
}
