import { useQuery } from '@tanstack/react-query';
import { MapPinOff } from 'lucide-react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { m } from '#messages';
import type { Period } from '../../domain/days/period.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { ArrivalChip, useChosenArrival } from '../booking/arrival/chosen-arrival.tsx';
import { bookingKeys } from '../booking/keys.ts';
import { useZone } from '../booking/zones/use-map-zones.ts';
import { ZoneDetails } from '../booking/zones/zone-details.tsx';
import { findFreeSpace } from '../booking/zones/zones.ts';
import { reserveParkingState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { LoadingNote, SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { useProblemToast } from '../ui/feedback/use-problem-toast.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';

export function ReserveParkingScreen() {
  const { zoneId = '' } = useParams();
  const chosen = useChosenArrival();
  const zone = useZone(zoneId, chosen.arrival);
  return (
    <div className="mx-auto w-full max-w-lg px-4 pb-8">
      {zone.data ? null : <ScreenHeader title={m.reserve_parking_title()} />}
      <QueryState
        query={zone}
        loading={
          <SkeletonList
            label={m.reserve_parking_loading()}
            shapes={['h-40', 'h-6 w-2/3', 'h-24', 'h-64']}
            className="gap-4"
          />
        }
        failedText={m.reserve_parking_failed()}
      >
        {(data) => (data === null ? <UnknownZone /> : <ZonePage key={data.id} zone={data} chosen={chosen} />)}
      </QueryState>
    </div>
  );
}

function UnknownZone() {
  return (
    <StatePanel
      icon={MapPinOff}
      title={m.reserve_parking_not_found()}
      text={m.reserve_parking_not_found_detail()}
      link={{ to: paths.map, label: m.action_back_to_the_map() }}
    />
  );
}

function ZonePage({ zone, chosen }: { zone: Zone; chosen: ReturnType<typeof useChosenArrival> }) {
  const navigate = useNavigate();
  const isQuick = useNavigationState(reserveParkingState)?.quickReserve ?? false;
  const quick = useQuickSpace(zone.id, chosen.arrival, isQuick);
  if (quick.space) return <Navigate to={paths.reserve(quick.space.id)} replace state={{ space: quick.space, zone }} />;
  return (
    <>
      <ScreenHeader title={zone.name} />
      {quick.isSearching ? (
        <LoadingNote className="bg-brand-wash text-brand-ink! mb-4 rounded-card px-4 py-3 font-semibold">
          {m.reserve_parking_searching()}
        </LoadingNote>
      ) : null}
      {quick.hasNone ? (
        <p role="alert" className="bg-danger-wash text-danger mb-4 rounded-card px-4 py-3 font-semibold">
          {m.zone_spaces_none()}
        </p>
      ) : null}
      <ArrivalChip chosen={chosen} className="mb-5" />
      <ZoneDetails
        zone={zone}
        headings="h2"
        period={chosen.arrival}
        onReserve={(space) => navigate(paths.reserve(space.id), { state: { space, zone } })}
      />
    </>
  );
}

/** Searches a space for a quick reservation: undefined while it searches, null when there is none. */
function useQuickSpace(zoneId: string, period: Period | null, isWanted: boolean) {
  const search = useQuery({
    queryKey: bookingKeys.quickSpace(zoneId, period),
    queryFn: () => findFreeSpace(zoneId, period, getNow()),
    enabled: isWanted,
    // Free spaces change all the time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useProblemToast(search.error);
  return { space: search.data, isSearching: isWanted && search.isPending, hasNone: search.data === null };
}
