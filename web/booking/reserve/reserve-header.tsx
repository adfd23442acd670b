import { MapPin } from 'lucide-react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatAddress } from '../../../domain/reservations/reservation.ts';
import { getHourlyRate } from '../../../domain/zones/zone.ts';
import type { ReserveTarget } from './data.ts';

export function ReserveHeader({ target: { space, zone } }: { target: ReserveTarget }) {
  return (
    <section
      aria-label={m.reserve_space()}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-brand p-4 text-on-brand"
    >
      <span
        aria-hidden="true"
        className="flex size-14 shrink-0 items-center justify-center rounded-control bg-on-brand text-[30px] font-extrabold text-lime"
      >
        P
      </span>
      <div className="min-w-0 flex-[1_1_8rem]">
        <h2 className="text-lg leading-tight font-bold">{space.name}</h2>
        <p className="font-medium wrap-break-word">{zone.name}</p>
        <p className="mt-0.5 flex gap-1 text-sm">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {formatAddress({ address: space.location || zone.address })}
        </p>
      </div>
      <p className="ml-auto shrink-0 self-start text-right">
        <span className="block text-xl leading-tight font-extrabold tabular-nums">
          {formatMoney(getHourlyRate(space, zone))}
        </span>
        <span className="text-sm">{m.reserve_per_hour()}</span>
      </p>
    </section>
  );
}
