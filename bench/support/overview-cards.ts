import { subDays } from 'date-fns/subDays';

export type OverviewCard = { name: string; path: string; body: object };

/** The requests of the cards of the back office's overview, with the days that it asks for. */
export function createOverviewCards(today: Date): OverviewCard[] {
  const formatDay = (daysAgo: number) => subDays(today, daysAgo).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const last30Days = { first_day: formatDay(29), last_day: formatDay(0) };
  return [
    { name: 'card of spaces', path: 'rpc/overview_spaces', body: {} },
    { name: 'card of hours', path: 'rpc/overview_hours', body: {} },
    { name: 'card of months', path: 'rpc/overview_months', body: {} },
    { name: 'card of revenue, 30 days', path: 'rpc/revenue_by_day', body: last30Days },
    {
      name: 'card of revenue, 366 days',
      path: 'rpc/revenue_by_day',
      body: { ...last30Days, first_day: formatDay(365) },
    },
    { name: 'card of zones', path: 'rpc/overview_zones', body: last30Days },
    { name: 'card of late ends', path: 'rpc/overview_late_ends', body: last30Days },
    { name: 'card of services', path: 'rpc/overview_services', body: {} },
    { name: 'card of jobs', path: 'rpc/overview_jobs', body: {} },
    { name: 'card of failed payments', path: 'rpc/overview_failed_payments', body: {} },
    { name: 'card of failed notices', path: 'rpc/overview_failed_notices', body: {} },
  ];
}
