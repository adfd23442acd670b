import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { type PaymentMethod, toChargeMethod } from '../../../domain/reservations/reservation.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { ArrivalChip, useChosenArrival } from '../arrival/chosen-arrival.tsx';
import { formatHours } from '../parking-time.ts';
import { Total } from '../reservation-price.tsx';

type ParkNowFrameProps = {
  intro: string;
  children: ReactNode;
  notice?: ReactNode;
  space?: string;
  hours: number | null;
  /** Null where nothing is charged. */
  payment: PaymentMethod | null;
  total: number | null;
  note: ReactNode;
  isBusy?: boolean;
  canPark: boolean;
  onPark: () => void;
};

/** The form that parks at once: what is chosen, for how long and what it costs, and the button. */
export function ParkNowFrame({
  intro,
  children,
  notice,
  space,
  hours,
  payment,
  total,
  note,
  ...park
}: ParkNowFrameProps) {
  const { isBusy = false, canPark, onPark } = park;
  const navigate = useNavigate();
  const arrival = useChosenArrival();
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        onPark();
      }}
    >
      <div className="flex flex-col gap-6 pb-6">
        <div className="flex flex-col gap-4">
          <p className="text-muted">{intro}</p>
          <ArrivalChip chosen={arrival} isOffered={false} />
          {arrival.arrival ? <p className="text-muted -mt-2 text-sm">{m.park_now_not_at_arrival()}</p> : null}
        </div>
        {children}
      </div>
      <ActionBar>
        {notice}
        <div className="mb-1">
          <div className="flex flex-wrap items-end justify-between gap-x-4">
            <div>
              {space === undefined ? null : <p className="font-semibold wrap-anywhere">{space}</p>}
              <p className="text-muted">{hours === null ? null : describeTerms(hours, payment)}</p>
            </div>
            <Total total={total} />
          </div>
          {note}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" className="grow px-3!" onClick={() => void navigate(paths.map)}>
            {m.park_now_cancel()}
          </Button>
          <Button type="submit" className="grow px-3!" disabled={!canPark || isBusy}>
            {isBusy ? m.status_loading() : m.park_now_confirm()}
          </Button>
        </div>
      </ActionBar>
    </form>
  );
}

const describeTerms = (hours: number, payment: PaymentMethod | null): string =>
  payment === null
    ? formatHours(hours)
    : m.park_now_terms({ duration: formatHours(hours), payment: m[`payment_${toChargeMethod(payment)}` as const]() });
