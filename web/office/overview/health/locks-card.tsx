import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#messages';
import { countAttention, type LockDevice } from '../../../../domain/locks/lock.ts';
import { paths } from '../../../paths.ts';
import { CountList, OverviewCard } from '../overview-card.tsx';

const TO_ATTENTION = { order: 'attention' };

const REASONS = [
  { key: 'offline', label: m.lock_offline(), filters: { ...TO_ATTENTION, status: 'offline' } },
  { key: 'lowBattery', label: m.lock_low_battery(), filters: TO_ATTENTION },
  { key: 'alarm', label: m.health_lock_alarm(), filters: TO_ATTENTION },
] as const;

export function LocksCard({ fleet }: { fleet: UseQueryResult<LockDevice[]> }) {
  return (
    <OverviewCard
      title={m.health_locks()}
      query={fleet}
      isEmpty={(locks) => countAttention(locks).locks === 0}
      emptyText={m.locks_none_needs_attention()}
    >
      {(locks) => <Counts counts={countAttention(locks)} total={locks.length} />}
    </OverviewCard>
  );
}

function Counts({ counts, total }: { counts: ReturnType<typeof countAttention>; total: number }) {
  return (
    <>
      <p>
        <Link to={paths.adminTab('locks', TO_ATTENTION)} className="inline-flex min-h-11 items-center underline">
          {m.locks_needing_attention({ count: counts.locks, total })}
        </Link>
      </p>
      <CountList
        rows={REASONS.map(({ key, label, filters }) => ({
          label,
          to: paths.adminTab('locks', filters),
          count: counts[key],
        }))}
      />
    </>
  );
}
