import type { User } from '@supabase/supabase-js';
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { startOfSecond } from 'date-fns';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { createPeriod, type Period } from '../../domain/days/period.ts';
import { toPriceCents } from '../../domain/money/money.ts';
import { toPaymentMethod } from '../../domain/reservations/payment.ts';
import { calculatePrice } from '../../domain/reservations/price.ts';
import { MIN_DURATION_HOURS } from '../../domain/reservations/reservation.ts';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import type { Nearby } from '../../domain/zones/nearest.ts';
import { getHourlyRate, type Space, type Zone } from '../../domain/zones/zone.ts';
import { LogInPanel } from '../account/session/log-in-panel.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { VehicleChoice } from '../account/vehicles/vehicle-choice.tsx';
import { toVehicle } from '../account/vehicles/vehicles.ts';
import { saveSession } from '../booking/current/use-parking-session.ts';
import { bookingKeys } from '../booking/keys.ts';
import { useIncludedTax } from '../booking/reservation-price.tsx';
import { useReservationFromNow, useVehicleChoice } from '../booking/reserve/park-now-choices.ts';
import { ParkNowFrame } from '../booking/reserve/park-now-frame.tsx';
import { createReserveValues, keepReservation } from '../booking/reserve/reserve-values.ts';
import { useReserve } from '../booking/reserve/use-reserve.ts';
import { NearbyChoice, NearbyZones, useNearbyOrigin } from '../booking/zones/nearby-choice.tsx';
import { findFreeSpace, listNearestFreeZones, ZONES_REFRESH_MS } from '../booking/zones/zones.ts';
import { showsSamples } from '../data/connection.ts';
import { useChargesDrivers } from '../data/public-settings.ts';
import { BuyerChoice } from '../money/fiscal/buyer-choice.tsx';
import { DriverPayment, readLastPayment, storeLastPayment, useHeldPayment } from '../money/payments/driver-payment.tsx';
import { paths } from '../paths.ts';
import { SampleParkNow } from '../samples/sample-park-now.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { FormSection } from '../ui/form/form-section.tsx';
import { StepperField } from '../ui/form/stepper-field.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

const ZONE_SHAPES = ['h-28', 'h-28', 'h-28'];

export function ParkNowScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.action_park_now()} />
      {showsSamples() ? <SampleParkNow /> : <LiveParkNow />}
    </div>
  );
}

function LiveParkNow() {
  const user = useUser();
  return user ? <ParkNowForm key={user.id} user={user} /> : <LogInPanel title={m.park_now_needs_log_in()} />;
}

/** Books a space that is free from now on, in one of the nearest zones. */
function ParkNowForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const origin = useNearbyOrigin();
  const reservation = useReservationFromNow();
  const vehicle = useVehicleChoice(user.id);
  const [zoneId, setZoneId] = useState<string | null>(null);
  const nearby = useNearbyFreeZones(origin.position, reservation.period);
  const isZoneFull = zoneId !== null && nearby.data?.every((found) => found.zone.id !== zoneId) === true;
  // The nearest one, until the driver chooses.
  const zone = nearby.data?.find((found) => zoneId === null || found.zone.id === zoneId)?.zone ?? null;
  const offer = useOfferedSpace(zone?.id ?? null, reservation.period);
  const space = offer.data ?? null;
  const hourlyRate = space === null || zone === null ? null : getHourlyRate(space, zone);
  const total =
    hourlyRate === null || reservation.hours === null ? null : calculatePrice({ hourlyRate, hours: reservation.hours });
  const tax = useIncludedTax(total);
  const isCharged = useChargesDrivers();
  const { chosen, setChosen, payHeld } = useHeldPayment(readLastPayment(user.id));
  const paymentMethod = isCharged ? toPaymentMethod(chosen.method) : null;
  const [takenId, setTakenId] = useState<string | null>(null);
  const { mutate, isBusy } = useReserve({
    payHeld: isCharged ? payHeld : undefined,
    booksOnce: true,
    onReserved: (reserved) => {
      if (isCharged) storeLastPayment(user.id, 'wallet');
      saveSession(user.id, reserved, new Date());
      // Going back must not book a second space.
      void navigate(paths.parkingStatus, { replace: true, state: { reservation: reserved } });
    },
    onSpaceTaken: ({ spaceId }) => {
      setTakenId(spaceId);
      void queryClient.invalidateQueries({ queryKey: bookingKeys.zones() });
    },
  });

  const park = () => {
    if (space === null || total === null || reservation.hours === null) return;
    // Where it is taken meanwhile, no other zone takes its place unseen.
    setZoneId(space.zoneId);
    if (vehicle.chosen === null) return vehicle.require();
    mutate({
      spaceId: space.id,
      ...createPeriod(startOfSecond(new Date()), reservation.hours),
      total,
      vehicle: toVehicle(vehicle.chosen),
      paymentMethod: paymentMethod ?? 'wallet',
      isCharged,
    });
  };
  const keep = () => {
    if (space === null) return;
    const now = new Date();
    const values = { ...createReserveValues(now, vehicle.chosen?.id ?? ''), hours: reservation.hours };
    keepReservation(user.id, { spaceId: space.id, values }, now);
  };

  return (
    <ParkNowFrame
      intro={m.park_now_live_intro()}
      notice={<TakenNote takenId={takenId} offered={space} isZoneFull={isZoneFull} />}
      space={space === null ? m.park_now_choose_zone() : m.park_now_space({ space: space.name })}
      hours={reservation.hours}
      payment={paymentMethod}
      total={total}
      note={tax === null ? null : <p className="text-muted text-right text-sm tabular-nums">{tax}</p>}
      isBusy={isBusy}
      canPark={space !== null && reservation.hours !== null && !offer.isFetching}
      onPark={park}
    >
      <StepperField
        label={m.reservation_hours_field()}
        value={reservation.typedHours}
        onChange={reservation.setHours}
        min={MIN_DURATION_HOURS}
        error={reservation.problem}
      />
      <FormSection title={m.nearby_zones()}>
        <NearbyZones origin={origin}>
          {reservation.period === null ? null : (
            <QueryState query={nearby} loading={<SkeletonList label={m.nearby_loading()} shapes={ZONE_SHAPES} />}>
              {(zones) => <NearbyChoice nearby={zones} chosenId={zone?.id ?? null} onChoose={setZoneId} />}
            </QueryState>
          )}
        </NearbyZones>
      </FormSection>
      <FormSection title={m.reservation_vehicle()}>
        <QueryState query={vehicle.all} loading={<SkeletonList label={m.vehicles_loading()} shapes={['h-20']} />}>
          {(vehicles) => (
            <VehicleChoice
              userId={user.id}
              vehicles={vehicles}
              value={vehicle.chosen?.id ?? ''}
              onChange={vehicle.choose}
              error={vehicle.problem}
              submitCount={vehicle.tries}
              focusRef={vehicle.focusRef}
            />
          )}
        </QueryState>
      </FormSection>
      {isCharged ? (
        <>
          <DriverPayment
            userId={user.id}
            value={chosen}
            onChange={setChosen}
            total={total === null ? null : toPriceCents(total)}
            onLeave={keep}
          />
          <BuyerChoice userId={user.id} />
        </>
      ) : null}
    </ParkNowFrame>
  );
}

/** The first space of a zone that is free for the whole period: undefined while it is searched, null when there is none. */
function useOfferedSpace(zoneId: string | null, period: Period | null) {
  return useQuery({
    queryKey: bookingKeys.zones('offered-space', zoneId, period),
    queryFn: zoneId === null || period === null ? skipToken : () => findFreeSpace(zoneId, period, period.startsAt),
    // The period moves on with each minute.
    placeholderData: (space) => (space?.zoneId === zoneId ? space : undefined),
  });
}

type TakenNoteProps = {
  /** The id of the space that somebody else took. */
  takenId: string | null;
  offered: Space | null;
  isZoneFull: boolean;
};

/** Offers another space to a driver whose space was taken a moment before. */
function TakenNote({ takenId, offered, isZoneFull }: TakenNoteProps) {
  if (takenId === null || offered?.id === takenId) return null;
  if (offered === null && !isZoneFull) return null;
  return (
    <p role="status" className="flex gap-2 text-sm font-semibold">
      <Info aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      {offered === null ? m.park_now_zone_full() : m.park_now_next_space({ space: offered.name })}
    </p>
  );
}

/** The nearest zones with a space that is free for the whole period, the nearest first. */
function useNearbyFreeZones(from: Position | null, period: Period | null) {
  return useQuery({
    queryKey: bookingKeys.zones('nearby-free', from, period),
    queryFn: from === null || period === null ? skipToken : () => listNearestFreeZones(from, period),
    select: (zones) => (from === null ? [] : zones.flatMap((zone) => toNearby(zone, from))),
    refetchInterval: ZONES_REFRESH_MS,
    // The period moves on with each minute.
    placeholderData: keepPreviousData,
  });
}

function toNearby(zone: Zone, from: Position): Nearby[] {
  const { position } = zone;
  return position === null ? [] : [{ zone: { ...zone, position }, distanceKm: calculateDistanceKm(from, position) }];
}
