import { CircleParkingOff } from 'lucide-react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { m } from '#messages';
import { formatRateRange } from '../../domain/money/money.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { saveReservation } from '../booking/current/saved-reservation.ts';
import { useOpenReservations } from '../booking/lists/reservations-of-driver.ts';
import { GuestForm } from '../booking/reserve/guest-form.tsx';
import { HeldReservations } from '../booking/reserve/held-reservations.tsx';
import { type SignPlace, useSign } from '../booking/reserve/signs.ts';
import { useSignInRules } from '../data/sign-in-rules.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { getNow } from '../ui/platform/clock.ts';

/** Where the sign of a zone or a space leads: whoever has no account parks here. */
export function ParkFromSignScreen() {
  const { sign = '' } = useParams();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-5 px-4 pt-4 pb-6">
      <QueryState
        query={useSign(sign)}
        loading={<SkeletonList label={m.reserve_loading()} shapes={['h-24', 'h-16', 'h-24']} className="gap-5" />}
      >
        {(place) => (place === null ? <UnknownSign sign={sign} /> : <Place sign={sign} place={place} />)}
      </QueryState>
    </div>
  );
}

const UnknownSign = ({ sign }: { sign: string }) => (
  <div role="alert">
    <h1 className="text-3xl font-extrabold tracking-tight">{m.sign_unknown()}</h1>
    <p className="text-muted">{m.sign_unknown_text({ sign })}</p>
  </div>
);

function Place({ sign, place }: { sign: string; place: SignPlace }) {
  const navigate = useNavigate();
  const user = useUser();
  const userId = user?.id ?? null;
  const hasAccount = user?.is_anonymous === false;
  const rules = useSignInRules();
  const own = useOpenReservations(userId).data?.rows.find(({ endsAt }) => endsAt > getNow());
  const { zone, space, free } = place;
  const [first] = free;
  const form = space === null ? paths.reserveParking(zone.id) : paths.reserve(space.id);
  const logIn = { to: paths.logIn, state: { from: { pathname: form, state: null } } };
  if (own && !hasAccount) return <Navigate to={paths.parkingStatus} replace state={{ reservation: own }} />;
  const mayBeGuest = user !== null || rules.data?.allowsGuests === true;
  return (
    <>
      <header>
        <h1 className="text-3xl font-extrabold tracking-tight wrap-anywhere">{space?.name ?? zone.name}</h1>
        {space === null ? null : <p className="text-lg font-semibold wrap-anywhere">{zone.name}</p>}
        <p className="text-muted wrap-anywhere">{zone.location}</p>
        {first ? (
          <p className="font-semibold tabular-nums">{formatRateRange({ ...first, highestRate: first.lowestRate })}</p>
        ) : null}
      </header>
      {userId === null ? null : <HeldReservations userId={userId} />}
      {first !== undefined && space !== null && first.id !== space.id ? (
        <p role="status" className="rounded-control bg-brand-wash p-3 font-semibold text-brand-ink">
          {m.sign_taken({ space: space.name, other: first.name })}
        </p>
      ) : null}
      {first === undefined ? (
        <StatePanel urgent icon={CircleParkingOff} title={m.sign_full()} />
      ) : hasAccount ? (
        <Link to={form} className={buttonClass()}>
          {m.reserve_title()}
        </Link>
      ) : null}
      {mayBeGuest ? (
        <GuestForm
          sign={sign}
          userId={userId}
          place={hasAccount ? { ...place, free: [] } : place}
          onReserved={(reservation) => {
            saveReservation(userId, reservation, getNow());
            void navigate(paths.parkingStatus, { replace: true, state: { reservation } });
          }}
        />
      ) : null}
      {!hasAccount && (mayBeGuest || !rules.isFetching) ? (
        <Link {...logIn} className={buttonClass(mayBeGuest ? 'quiet' : 'primary')}>
          {m.sign_with_account()}
        </Link>
      ) : null}
    </>
  );
}
