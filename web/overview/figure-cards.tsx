import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleParking, type LucideIcon, Users } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatNumber } from '../../domain/language/format.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { type Figures, loadFigures } from './data.ts';

const CARDS: readonly { key: keyof Figures; tab: string; label: string; icon: LucideIcon }[] = [
  { key: 'users', tab: 'users', label: m.users_total(), icon: Users },
  { key: 'spaces', tab: 'parking', label: m.overview_spaces(), icon: CircleParking },
  { key: 'reservations', tab: 'reservations', label: m.overview_reservations(), icon: CalendarClock },
];

/** What there is in the database; each figure leads to its tab. */
export function FigureCards() {
  const figures = useQuery({ queryKey: ['overview-figures'], queryFn: ({ signal }) => loadFigures(signal) });
  return (
    <QueryState
      query={figures}
      loading={<SkeletonList label={m.overview_loading()} shapes={['h-28', 'h-28', 'h-28']} className={GRID} />}
    >
      {(loaded) => (
        <dl className={GRID}>
          {CARDS.map(({ key, tab, label, icon: Icon }) => (
            <Card key={key} className="relative flex flex-col gap-1 p-5">
              <dt className="text-muted flex items-center justify-between gap-2 text-sm font-semibold">
                <Link to={paths.adminTab(tab, {})} className="after:absolute after:inset-0 hover:underline">
                  {label}
                </Link>
                <Icon aria-hidden="true" className="text-brand-ink size-5" />
              </dt>
              <dd className="text-3xl font-bold tracking-tight tabular-nums">{formatNumber(loaded[key])}</dd>
            </Card>
          ))}
        </dl>
      )}
    </QueryState>
  );
}

const GRID = 'grid gap-4 sm:grid-cols-3';
