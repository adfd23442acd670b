import { useEffect, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import * as z from 'zod';
import { countHours, createPeriod, type Period } from '../../../domain/days/period.ts';
import { stripUnseen } from '../../../domain/plain-text.ts';
import { AMENITIES } from '../../../domain/zones/amenities.ts';
import { type Position, positionSchema } from '../../../domain/zones/distance.ts';
import type { MapPosition, Place } from '../../map/contract.ts';
import { useMapSelection } from '../../map/use-map-selection.ts';
import { keepMapAddress } from '../../paths.ts';
import { useChosenArrival } from '../arrival/chosen-arrival.tsx';

/** What the address of the map says, so that Back, a reload and a shared link show the same. */
export type MapSearch = {
  place: Place | null;
  zoneId: string | null;
  /** Where the map was moved to; null while it is where it starts. */
  position: MapPosition | null;
  arrival: Period | null;
  amenities: readonly string[];
};

const OWN_PARAMETERS = ['place', 'zone', 'view', 'from', 'hours', 'with'];
/** About a metre. */
const POSITION_DECIMALS = 5;
const ZOOM_DECIMALS = 2;
const MAX_TITLE_LENGTH = 200;

const viewSchema = positionSchema.extend({ zoom: z.number().min(5).max(20) });
const hoursSchema = z.number().min(1).max(1000);

/** Reads the address of the map; what is malformed in it is left out. */
export function readMapSearch(parameters: URLSearchParams): MapSearch {
  const read = (name: string) => parameters.get(name) ?? '';
  const [lat, lng, ...title] = read('place').split(',');
  const [viewLat, viewLng, zoom] = read('view').split(',');
  const position = viewSchema.safeParse({ lat: Number(viewLat), lng: Number(viewLng), zoom: Number(zoom) });
  const placed = positionSchema.safeParse({ lat: Number(lat), lng: Number(lng) });
  const name = stripUnseen(title.join(',')).slice(0, MAX_TITLE_LENGTH);
  const from = new Date(read('from'));
  const hours = hoursSchema.safeParse(Number(read('hours')));
  return {
    place:
      placed.success && name !== ''
        ? { id: 'address', title: name, detail: '', address: name, position: placed.data }
        : null,
    zoneId: z.guid().safeParse(read('zone')).data ?? null,
    position: position.data ?? null,
    arrival: hours.success && !Number.isNaN(from.getTime()) ? createPeriod(from, hours.data) : null,
    amenities: AMENITIES.filter((flag) => parameters.getAll('with').includes(flag)),
  };
}

/** @param parameters what the address has now: those that are not the map's stay */
export function writeMapSearch(search: MapSearch, parameters = new URLSearchParams()): string {
  const { place, zoneId, position, arrival, amenities } = search;
  const written = new URLSearchParams(parameters);
  for (const name of OWN_PARAMETERS) written.delete(name);
  if (place) written.set('place', [...toDecimals(place.position), place.title].join());
  if (zoneId) written.set('zone', zoneId);
  if (position) written.set('view', formatView(position));
  if (arrival) {
    written.set('from', arrival.startsAt.toISOString());
    written.set('hours', String(countHours(arrival)));
  }
  for (const flag of amenities) written.append('with', flag);
  return written.toString();
}

const toDecimals = ({ lat, lng }: Position) =>
  [lat, lng].map((degrees) => String(Number(degrees.toFixed(POSITION_DECIMALS))));

const formatView = (position: MapPosition) =>
  [...toDecimals(position), Number(position.zoom.toFixed(ZOOM_DECIMALS))].join();

/** Keeps in the address what a driver looks for on the map: where, when and with which amenities. */
export function useMapSearch() {
  const [parameters, setParameters] = useSearchParams();
  const { key, state } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const [opened] = useState(() => readMapSearch(parameters));
  // A link that somebody shared says when; otherwise the device knows better.
  const chosen = useChosenArrival(key === 'default' ? opened.arrival : null);
  const selection = useMapSelection(opened);
  const [amenities, setAmenities] = useState(opened.amenities);
  const [viewed, setViewed] = useState(opened.position);
  const isAtStart = viewed !== null && formatView(viewed) === formatView(selection.start);
  const address = writeMapSearch(
    {
      place: selection.foundPlace,
      zoneId: selection.selectedId,
      position: isAtStart && opened.position === null ? null : viewed,
      arrival: chosen.arrival,
      amenities,
    },
    parameters,
  );
  useEffect(() => {
    keepMapAddress(address);
    // To replace the address would call off a navigation that is under way.
    if (isLeaving || address === parameters.toString()) return;
    setParameters(address, { replace: true, state, preventScrollReset: true });
  }, [address, parameters, setParameters, state, isLeaving]);
  return { selection, chosen, amenities, setAmenities, setViewed };
}
