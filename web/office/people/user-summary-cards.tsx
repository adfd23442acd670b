import { Activity, type LucideIcon, UserCheck, Users } from 'lucide-react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { UserSummary } from './data.ts';

const CARDS: readonly { key: keyof UserSummary; label: string; icon: LucideIcon }[] = [
  { key: 'total', label: m.users_total(), icon: Users },
  { key: 'activeToday', label: m.users_active_today(), icon: Activity },
  { key: 'complete', label: m.users_complete_profiles(), icon: UserCheck },
];

type UserSummaryCardsProps = { summary: UserSummary | undefined; hasFailed: boolean };

/** How many people there are; a dash when loading failed. */
export function UserSummaryCards({ summary, hasFailed }: UserSummaryCardsProps) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {CARDS.map(({ key, label, icon: Icon }) => (
        <Card key={key} className="flex items-center justify-between gap-3 px-5 sm:flex-col sm:items-stretch sm:gap-1">
          <dt className="text-muted flex items-center gap-2 text-sm font-semibold sm:flex-row-reverse sm:justify-between">
            <Icon aria-hidden="true" className="text-brand-ink size-5" />
            {label}
          </dt>
          <dd className="text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">
            {summary ? formatNumber(summary[key]) : hasFailed ? '–' : <Skeleton className="h-8 w-16" />}
          </dd>
        </Card>
      ))}
    </dl>
  );
}
