import { useQueryClient } from '@tanstack/react-query';
import { startOfSecond } from 'date-fns/startOfSecond';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { countHours, createPeriod } from '../../../domain/days/period.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS, toPaymentMethod } from '../../../domain/reservations/reservation.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { toVehicle } from '../../account/vehicles/vehicles.ts';
import { readPreferredPayment } from '../../money/payments/driver-payment.tsx';
import { useKeptForm } from '../../money/payments/waiting-form.ts';
import { parkNowState, useNavigationState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { HoursField, useStartKeepsUp } from '../arrival/reservation-fields.tsx';
import { findReservationValuesProblem } from '../arrival/reservation-values.ts';
import { saveReservation } from '../current/saved-reservation.ts';
import { bookingKeys } from '../keys.ts';
import { OverstayNote } from '../overstay-notes.tsx';
import { useStayPrice } from '../rates.ts';
import { findReservationTotal, PriceLines, useIncludedTax } from '../reservation-price.tsx';
import {
  NearbyChoice,
  NearbyZones,
  useNearbyFreeZones,
  useNearbyOrigin,
  useOfferedSpace,
} from '../zones/nearby-choice.tsx';
import { type Driver, FormOfDriver, ReservePayment, ReserveVehicle } from './form-of-driver.tsx';
import { ParkNowFrame } from './park-now-frame.tsx';
import {
  createReserveValues,
  findBookablePeriod,
  keepVehicle,
  type ReserveValues,
  useReserveForm,
} from './reserve-values.ts';
import { useReserve } from './use-reserve.ts';

const ZONE_SHAPES = ['h-28', 'h-28', 'h-28'];

export function ParkNowForm() {
  return (
    <FormOfDriver title={m.park_now_needs_log_in()}>{(driver) => <BookingFromNow driver={driver} />}</FormOfDriver>
  );
}

function BookingFromNow({ driver }: { driver: Driver }) {
  const { userId, vehicles } = driver;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const origin = useNearbyOrigin();
  const kept = useNavigationState(parkNowState);
  const [initial] = useState(() => {
    const fresh = createReserveValues(getNow(), {
      vehicleId: vehicles[0]?.id ?? '',
      paymentMethod: readPreferredPayment(userId),
    });
    // The start is now, whenever the form was filled in.
    return kept === null ? fresh : { ...keepVehicle(kept.values, vehicles), date: fresh.date, time: fresh.time };
  });
  const { form } = useReserveForm(initial, true);
  const [date, time, hours] = useWatch({ control: form.control, name: ['date', 'time', 'hours'] });
  const period = findBookablePeriod({ date, time, hours }, useNow());
  const [zoneId, setZoneId] = useState(kept?.zoneId ?? null);
  useKeptForm({ zoneId });
  const nearby = useNearbyFreeZones(origin.position, period);
  const isZoneFull = zoneId !== null && nearby.data?.every((found) => found.zone.id !== zoneId) === true;
  // Until the driver chooses it is the nearest one, if the device knows which that is.
  const zone = nearby.data?.find((found) => (zoneId === null ? origin.isOwn : found.zone.id === zoneId))?.zone ?? null;
  const offer = useOfferedSpace(zone?.id ?? null, period);
  const space = offer.data ?? null;
  const hourlyRate = space === null || zone === null ? null : getHourlyRate(space, zone);
  const vehicleId = useWatch({ control: form.control, name: 'vehicleId' });
  const vehicleType = vehicles.find(({ id }) => id === vehicleId)?.type ?? null;
  const startsAt = period?.startsAt ?? null;
  const price = useStayPrice({ space, zoneId: zone?.id ?? '', startsAt, vehicleType, hourlyRate });
  const length = period && countHours(period);
  const total = hourlyRate === null ? null : findReservationTotal({ hourlyRate, hours: length, ...price });
  const tax = useIncludedTax(total);
  const [takenId, setTakenId] = useState<string | null>(null);
  const { mutate, isBusy, problem, payment } = useReserve({
    userId,
    initialPayment: initial.paymentMethod,
    booksOnce: true,
    saysTaken: true,
    onReserved: (reservation) => {
      saveReservation(userId, reservation, getNow());
      // Going back must not book a second space.
      void navigate(paths.parkingStatus, { replace: true, state: { reservation } });
    },
    onSpaceTaken: ({ spaceId }) => {
      setTakenId(spaceId);
      void queryClient.invalidateQueries({ queryKey: bookingKeys.zones() });
    },
  });
  const book = form.handleSubmit((values) => {
    const vehicle = vehicles.find(({ id }) => id === values.vehicleId);
    if (space === null || total === null || vehicle === undefined) return;
    // By rates the price is that of the minute for which it is shown.
    const reserved = price.priceOf && period ? period : createPeriod(startOfSecond(getNow()), values.hours);
    mutate({ ...reserved, spaceId: space.id, total, vehicle: toVehicle(vehicle), paymentMethod: values.paymentMethod });
  });

  return (
    <FormProvider {...form}>
      <ParkNowFrame
        intro={m.park_now_live_intro()}
        notice={<TakenNote problem={problem} takenId={takenId} offered={space} isZoneFull={isZoneFull} />}
        space={space === null ? m.park_now_choose_zone() : m.park_now_space({ space: space.name })}
        hours={period === null ? null : hours}
        payment={payment && toPaymentMethod(payment.chosen.method)}
        total={total}
        note={
          <>
            {price.linesOf && length !== null ? <PriceLines lines={price.linesOf(length)} /> : null}
            {tax === null ? null : <p className="text-muted text-right text-sm tabular-nums">{tax}</p>}
            <OverstayNote terms={zone?.overstay} />
          </>
        }
        isBusy={isBusy}
        canPark={space !== null && period !== null && !offer.isFetching}
        onPark={() => {
          // Where it is taken meanwhile, no other zone takes its place unseen.
          setZoneId(space?.zoneId ?? zoneId);
          void book();
        }}
      >
        <HoursFromNow />
        <FormSection title={m.nearby_zones()}>
          <NearbyZones origin={origin}>
            {period === null ? null : (
              <QueryState query={nearby} loading={<SkeletonList label={m.nearby_loading()} shapes={ZONE_SHAPES} />}>
                {(zones) => <NearbyChoice nearby={zones} chosenId={zone?.id ?? null} onChoose={setZoneId} />}
              </QueryState>
            )}
          </NearbyZones>
        </FormSection>
        <ReserveVehicle {...driver} />
        {payment && <ReservePayment userId={userId} hourlyRate={hourlyRate} {...price} {...payment} />}
      </ParkNowFrame>
    </FormProvider>
  );
}

/** The hours of a reservation that starts with the present minute. */
function HoursFromNow() {
  const now = useNow();
  useStartKeepsUp(true, now);
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const problem = findReservationValuesProblem({ date, time, hours }, now);
  const tooFew = hours === null || hours < MIN_DURATION_HOURS ? m.problem_hours_too_few() : undefined;
  return <HoursField error={problem ? describeProblem(problem.key, problem.values) : tooFew} />;
}

type TakenNoteProps = {
  problem: Error | null;
  takenId: string | null;
  offered: Space | null;
  isZoneFull: boolean;
};

/** Says why the space was not booked, or offers another one to a driver whose space was taken a moment before. */
function TakenNote({ problem, takenId, offered, isZoneFull }: TakenNoteProps) {
  if (problem) return <ErrorNote error={problem} />;
  if (takenId === null || offered?.id === takenId) return null;
  if (offered === null && !isZoneFull) return null;
  return (
    <p role="status" className="flex gap-2 text-sm font-semibold">
      <Info aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      {offered === null ? m.park_now_zone_full() : m.park_now_next_space({ space: offered.name })}
    </p>
  );
}
