import { CarFront, ExternalLink, LocateOff, MapPinOff, RouteOff } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import { isProblem, toErrorMessage } from '../../../domain/problems.ts';
import {
  formatAddress,
  formatLicensePlate,
  formatPlace,
  formatVehicleName,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { CITY_CENTRE, formatKm, METRES_PER_KM, type Position } from '../../../domain/zones/distance.ts';
import { MapView } from '../../map/map-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import type { Trip } from './use-trip.ts';

const SHORT_STEP_M = 10;

type TripSummaryProps = {
  trip: Trip;
  /** The part of the route that is left, from 1 to 0; null where the next turn says it. */
  left: number | null;
  reservation: Reservation;
};

export function TripSummary({ trip, left, reservation }: TripSummaryProps) {
  const { vehicle } = reservation;
  return (
    <Card className="flex flex-col gap-4">
      {left === null ? null : <Figures trip={trip} left={left} />}
      <dl className="flex flex-col gap-4 not-first:border-t border-line not-first:pt-4">
        <Stop
          label={m.trip_from()}
          isOrigin
          value={trip.origin.problem === null ? m.trip_own_location() : m.trip_own_location_unknown()}
        />
        <Stop label={m.trip_to()} value={formatPlace(reservation)} detail={formatAddress(trip.destination)} />
        <div className="flex items-center gap-3 border-t border-line pt-4">
          <dt className="flex w-5 justify-center">
            <CarFront aria-hidden="true" className="size-5 text-muted" />
            <span className="sr-only">{m.reservation_vehicle()}</span>
          </dt>
          <dd className="flex flex-1 items-baseline justify-between gap-3">
            <span className="font-semibold">{formatVehicleName(vehicle)}</span>
            <span className="text-sm text-muted">{formatLicensePlate(vehicle)}</span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Figures({ trip: { destination, origin, route }, left }: { trip: Trip; left: number }) {
  if (route.value) {
    const { durationMinutes, distanceKm } = route.value;
    return (
      <p role="status" className="flex items-baseline justify-between gap-3">
        <span className="text-3xl font-extrabold tracking-tight">{formatDrivingTime(durationMinutes * left)}</span>
        <span className="text-lg font-semibold text-muted">{formatDistance(distanceKm * left)}</span>
      </p>
    );
  }
  if (!destination.isBusy && !origin.isBusy && !route.isBusy) {
    return <p className="text-lg font-semibold text-muted">{m.trip_time_unknown()}</p>;
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <Skeleton className="h-9 w-28" />
      <p role="status" className="text-sm text-muted">
        {origin.isBusy ? m.location_finding() : m.trip_finding_route()}
      </p>
    </div>
  );
}

type StopProps = { label: string; value: string; detail?: string; isOrigin?: boolean };

/** One end of the trip; a dotted line connects both. */
function Stop({ label, value, detail, isOrigin = false }: StopProps) {
  return (
    <div className="relative flex gap-3">
      <dt className="flex w-5 justify-center pt-1.5">
        <span
          aria-hidden="true"
          className={isOrigin ? 'size-3 rounded-full bg-[#2563eb]' : 'size-3 rounded-[3px] bg-brand'}
        />
        {isOrigin ? (
          <span
            aria-hidden="true"
            className="absolute top-6 -bottom-4 w-0 border-l-2 border-dotted border-field-line"
          />
        ) : null}
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{value}</span>
        {detail ? <span className="text-sm text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}

/** Such as '3.4 km' or '350 m'. */
export function formatDistance(km: number): string {
  const metres = Math.round((km * METRES_PER_KM) / SHORT_STEP_M) * SHORT_STEP_M;
  return metres < METRES_PER_KM ? m.distance_metres({ metres }) : formatKm(km);
}

export function formatDrivingTime(minutes: number): string {
  return formatMinutes(Math.max(1, Math.round(minutes)));
}

/** The first request of a trip that failed, what the driver can do, and a retry unless that would have the same result. */
export function TripProblem({ trip: { destination, origin, route } }: { trip: Trip }) {
  const failed = [
    { Icon: MapPinOff, part: destination, text: m.trip_problem_place_hint() },
    { Icon: LocateOff, part: origin, text: m.trip_problem_location_hint() },
    { Icon: RouteOff, part: route, text: m.trip_problem_route_hint() },
  ].find(({ part }) => part.problem);
  if (failed === undefined) return null;
  const { Icon, part, text } = failed;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div role="status" className="min-w-40 flex-1">
        <p className="font-semibold">{toErrorMessage(part.problem)}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {isProblem(part.problem, 'place-not-found') ? null : (
        <Button variant="secondary" onClick={part.retry} disabled={part.isBusy}>
          {part.isBusy ? m.status_loading() : m.action_try_again()}
        </Button>
      )}
    </div>
  );
}

const CITY_ZOOM = 12;
const CLOSE_UP_ZOOM = 15;
const DRIVING_ZOOM = 16;
/** The width of the zoom buttons on wide screens, in px. */
const BUTTONS_PX = 48;
/** About the height of the next turn, in px. */
const TURN_PX = 96;

type TripMapProps = {
  trip: Trip;
  name: string;
  /** The position of a driver whom the map follows; null while they do not drive. */
  followed: Position | null;
  /** Whether the next turn stands on the map. */
  hasTurn: boolean;
};

export function TripMap({ trip: { destination, origin, route }, name, followed, hasTurn }: TripMapProps) {
  const { position } = destination;
  const isWide = useIsWide();
  const initial = useMemo(() => {
    if (followed) return { ...followed, zoom: DRIVING_ZOOM };
    return position ? { ...position, zoom: CLOSE_UP_ZOOM } : { ...CITY_CENTRE, zoom: CITY_ZOOM };
  }, [position, followed]);
  return (
    <MapView
      label={m.trip_map_label({ place: name })}
      zones={[]}
      initialPosition={initial}
      userLocation={followed ?? origin.position}
      route={route.value?.path ?? null}
      destination={position ? { position, name } : null}
      fitRoute={followed === null}
      padding={{ right: isWide ? BUTTONS_PX : 0, top: hasTurn ? TURN_PX : 0 }}
    />
  );
}

/** Where the trip ends; the address counts when the position is not known. */
type TripEnd = { position: Position | null; address: string };

/** Apple Maps is offered on Apple's devices only. */
const IS_APPLE = /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Links to apps that follow the car, unless nobody knows where to. */
export function OtherApps({ end }: { end: TripEnd }) {
  if (end.position === null && end.address === '') return null;
  return (
    <section aria-labelledby="other-apps" className="flex flex-col gap-2">
      <h2 id="other-apps" className="text-lg font-bold tracking-tight">
        {m.other_apps_title()}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        {createNavigationLinks(end, IS_APPLE).map(({ app, url }) => (
          <li key={app}>
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'w-full px-3 text-sm')}>
              {app}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{m.link_new_tab()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Links to navigation apps, in their documented formats:
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action,
 * https://developers.google.com/waze/deeplinks and
 * https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks/MapLinks.html
 */
export function createNavigationLinks(
  { position, address }: TripEnd,
  isApple: boolean,
): { app: string; url: string }[] {
  const place = position === null ? address : `${position.lat},${position.lng}`;
  const waze: Record<string, string> = position === null ? { q: address } : { ll: place };
  return [
    { app: 'Waze', url: link('https://www.waze.com/ul', { ...waze, navigate: 'yes' }) },
    {
      app: 'Google Maps',
      url: link('https://www.google.com/maps/dir/', { api: '1', destination: place, travelmode: 'driving' }),
    },
    ...(isApple ? [{ app: 'Apple Maps', url: link('https://maps.apple.com/', { daddr: place, dirflg: 'd' }) }] : []),
  ];
}

function link(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`;
}
