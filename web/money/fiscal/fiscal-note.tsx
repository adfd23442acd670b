import { useQuery } from '@tanstack/react-query';
import { ReceiptText, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { fromDeviceTime } from '../../ui/platform/clock.ts';
import { formatTime } from '../../ui/platform/format-time.ts';
import { moneyKeys } from '../keys.ts';
import { type FiscalOverview, loadFiscalOverview } from './fiscal-documents.ts';

const CHECK_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

export function useFiscalOverview() {
  return useQuery({
    queryKey: moneyKeys.fiscal('overview'),
    queryFn: ({ signal }) => loadFiscalOverview(signal),
    refetchInterval: CHECK_EVERY_MS,
  });
}

export function listFiscalWarnings(overview: FiscalOverview, now: number): string[] {
  const { rejected, without_number: withoutNumber, without_document: missing, deadline } = overview;
  const isLate = deadline !== null && Date.parse(deadline) - now < 2 * DAY_MS;
  const warnings =
    missing.count === 0
      ? []
      : [m.fiscal_warning_without_document({ count: missing.count, amount: formatMoneyOf(missing.amount) })];
  // Nothing else is to be done before what is missing.
  if (overview.obstacles.length > 0) return warnings;
  return [
    ...warnings,
    ...(rejected > 0 ? [m.fiscal_warning_rejected({ count: rejected })] : []),
    ...(withoutNumber > 0 ? [m.fiscal_warning_without_number({ count: withoutNumber })] : []),
    ...(isLate ? [m.fiscal_warning_deadline({ time: formatTime(deadline) })] : []),
    ...overview.refused_voids.map((response) => m.fiscal_warning_void({ response: response ?? '' })),
    ...overview.types_running_out.map((type) => m.fiscal_warning_range({ type: m[`fiscal_type_${type}` as const]() })),
  ];
}

/** A card that says what the operator has to look at. There is none until the server can issue fiscal documents. */
export function FiscalNote() {
  const query = useFiscalOverview();
  if (query.isError && query.data === undefined) return <QueryProblem query={query} />;
  if (!query.data) return null;
  const warnings = listFiscalWarnings(query.data, fromDeviceTime(query.dataUpdatedAt).getTime());
  if (query.data.environment === null && warnings.length === 0) return null;
  const Icon = warnings.length > 0 ? TriangleAlert : ReceiptText;
  return (
    <section aria-label={m.fiscal_title()}>
      <Card className={warnings.length > 0 ? 'border-danger! flex flex-wrap gap-4 p-5' : 'flex flex-wrap gap-4 p-5'}>
        <Icon aria-hidden="true" className={warnings.length > 0 ? 'text-danger size-6' : 'text-brand-ink size-6'} />
        <div className="flex-[1_1_16rem]">
          <h3 className="font-bold">{m.fiscal_title()}</h3>
          <FiscalState overview={query.data} warnings={warnings} isShort />
        </div>
        <Link to={paths.fiscal} className={buttonClass('secondary', 'self-center', 'small')}>
          {m.fiscal_open()}
        </Link>
      </Card>
    </section>
  );
}

type FiscalStateProps = {
  overview: FiscalOverview;
  warnings?: string[];
  /** Counts what is missing, in place of naming it. */
  isShort?: boolean;
};

export function FiscalState({ overview, warnings = [], isShort = false }: FiscalStateProps) {
  const { environment, obstacles, waiting } = overview;
  const obstacleTexts = isShort
    ? [m.fiscal_obstacles({ count: obstacles.length })]
    : obstacles.map((obstacle) => m[`fiscal_obstacle_${obstacle}` as const]());
  const waitingTexts = waiting > 0 ? [m.fiscal_waiting({ count: waiting })] : [];
  const sentences = [...warnings, ...(obstacles.length > 0 ? obstacleTexts : waitingTexts)];
  return (
    <>
      <p className="text-muted text-sm">
        {obstacles.length > 0 ? m.fiscal_not_issued() : m.fiscal_issued()}
        {environment === null ? null : ` ${m[`fiscal_environment_${environment}` as const]()}`}
      </p>
      {sentences.length === 0 ? null : (
        <ul className="mt-2 list-disc pl-5 text-sm">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}
