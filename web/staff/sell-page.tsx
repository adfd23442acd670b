import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { useDuties } from '../account/session/duties.tsx';
import { ForDriverDialog } from '../booking/desk/for-driver-dialog.tsx';
import { OWN_DESK } from '../money/shifts/shifts.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { sells } from './today.ts';

/** Reserves some hours for whoever stands at the desk. */
export function SellPage() {
  const navigate = useNavigate();
  const sellers = (useDuties().data ?? []).filter(sells);
  const isManager = sellers.some(({ duty }) => duty === 'manager');
  const zones = new Set(sellers.map(({ zoneId }) => zoneId));
  const [only] = zones.size === 1 ? zones : [];
  const desk = useQuery(OWN_DESK);
  return (
    <QueryState query={desk} loading={<SkeletonList label={m.status_loading()} shapes={['h-12', 'h-40']} />}>
      {({ shift }) =>
        isManager || shift?.closed_at === null ? (
          <ForDriverDialog
            place={{ zoneId: only ?? undefined }}
            isOffered={(id) => zones.has(null) || zones.has(id)}
            isManager={isManager}
            onReserved={(id) => navigate(paths.staffStay(id), { replace: true })}
            onClose={() => navigate(paths.staff)}
          />
        ) : (
          <ShiftFirst />
        )
      }
    </QueryState>
  );
}

/** Leads a cashier without an open shift to it, and back to this address once it is open. */
export function ShiftFirst() {
  return (
    <Link to={paths.staffShift} state={{ next: useLocation().pathname }} className={buttonClass('primary')}>
      {m.staff_shift_first()}
    </Link>
  );
}
