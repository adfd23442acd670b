import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { createPeriod } from '../../domain/days/period.ts';
import { calculatePrice } from '../../domain/money/money.ts';
import {
  DEFAULT_DURATION_HOURS,
  LOCAL_ID_PREFIX,
  type Reservation,
  type Vehicle,
} from '../../domain/reservations/reservation.ts';
import { findNearestWithSpace, type NearbyZone } from '../../domain/zones/nearest.ts';
import { ParkNowFrame } from '../booking/reserve/park-now-frame.tsx';
import { NearbyChoice, NearbyZones, useNearbyOrigin } from '../booking/zones/nearby-choice.tsx';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { SAMPLE_VEHICLES } from './sample-reserve.tsx';

export const SampleParkNowScreen = () => (
  <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
    <ScreenHeader title={m.action_park_now()} />
    <SampleParkNow />
  </div>
);

/** Parks at once in one of the nearest sample zones; only this device stores the reservation. */
function SampleParkNow() {
  const navigate = useNavigate();
  const origin = useNearbyOrigin();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const nearby = origin.position === null ? [] : findNearestWithSpace(SAMPLE_ZONES, origin.position);
  const zone = nearby.find((found) => found.zone.id === chosenId)?.zone ?? null;

  const park = () => {
    if (zone === null) return;
    const [vehicle] = SAMPLE_VEHICLES;
    const reservation = createLocalReservation({ zone, vehicle, now: getNow(), uuid: crypto.randomUUID() });
    // Going back must not park a second time.
    void navigate(paths.parkingStatus, { replace: true, state: { reservation } });
  };

  return (
    <ParkNowFrame
      intro={m.park_now_intro()}
      hours={DEFAULT_DURATION_HOURS}
      payment="wallet"
      total={zone && calculatePrice({ hourlyRate: zone.pricePerHour, hours: DEFAULT_DURATION_HOURS })}
      note={<p className="mt-1 text-sm text-muted">{m.park_now_reservations_here()}</p>}
      canPark={zone !== null}
      onPark={park}
    >
      <div className="flex flex-col gap-4">
        <NearbyZones origin={origin}>
          <NearbyChoice nearby={nearby} chosenId={chosenId} onChoose={setChosenId} />
        </NearbyZones>
      </div>
    </ParkNowFrame>
  );
}

type SampleZone = [id: string, name: string, address: string, lat: number, lng: number, price: number, free: number];

/** Addresses and positions are real, the rest is invented. Every address is in Santo Domingo. */
const ZONES: readonly SampleZone[] = [
  ['la-fe', 'Parqueo La Fe', 'Av. Tiradentes, Ensanche La Fe', 18.4884, -69.9263, 4, 0],
  ['arroyo-hondo', 'Garaje Arroyo Hondo', 'Av. John F. Kennedy, Viejo Arroyo Hondo', 18.4857, -69.9362, 5, 14],
  [
    'serralles',
    'Parqueo Serrallés',
    'Av. John F. Kennedy esq. Av. Abraham Lincoln, Serrallés',
    18.4839,
    -69.9389,
    6,
    3,
  ],
  ['ortega-y-gasset', 'Patio Ortega y Gasset', 'Av. José Ortega y Gasset, Ensanche La Fe', 18.4884, -69.9216, 3, 8],
  ['lope-de-vega', 'Garaje Lope de Vega', 'Av. Lope de Vega 29, Naco', 18.4734, -69.931, 7, 21],
  ['churchill', 'Sótano Churchill', 'Av. Winston Churchill 1099, Piantini', 18.4697, -69.9393, 8, 0],
  ['gazcue', 'Patio Gazcue', 'Av. Máximo Gómez 35, Gazcue', 18.472, -69.9115, 3.5, 11],
  ['santome', 'Patio Santomé', 'Calle Santomé 39, Zona Colonial', 18.4714, -69.8891, 6, 0],
  ['malecon', 'Parqueo George Washington', 'Av. George Washington 367, Gazcue', 18.4612, -69.9033, 4, 6],
  ['sarasota', 'Parqueo Sarasota', 'Av. Sarasota 65, Bella Vista', 18.4541, -69.9357, 5, 2],
];

/** The zones of Park Now, which no server knows. */
const SAMPLE_ZONES: readonly NearbyZone[] = ZONES.map(([id, name, address, lat, lng, pricePerHour, free]) => ({
  id: `sample-${id}`,
  name,
  address: `${address}, Santo Domingo`,
  position: { lat, lng },
  pricePerHour,
  availableSpaces: free,
}));

const MS_PER_SECOND = 1000;

type LocalReservation = {
  zone: NearbyZone;
  vehicle: Vehicle;
  now: Date;
  uuid: string;
};

/** A reservation that only this device stores: in a sample zone, from now on for 3 hours, paid from the wallet. */
export function createLocalReservation({ zone, vehicle, now, uuid }: LocalReservation): Reservation {
  // On a whole second like the clock of the screens, so that the reservation has begun when it is first shown.
  const start = new Date(Math.floor(now.getTime() / MS_PER_SECOND) * MS_PER_SECOND);
  return {
    id: `${LOCAL_ID_PREFIX}${uuid}`,
    spaceId: zone.id,
    spaceName: zone.name,
    zoneName: null,
    ...createPeriod(start, DEFAULT_DURATION_HOURS),
    status: 'active',
    vehicle,
    paymentMethod: 'wallet',
    ownerName: '',
    address: zone.address,
    price: calculatePrice({ hourlyRate: zone.pricePerHour, hours: DEFAULT_DURATION_HOURS }),
    lat: zone.position.lat,
    lng: zone.position.lng,
    createdAt: now,
  };
}
