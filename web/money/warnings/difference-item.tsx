import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import { formatTime } from '../../ui/format-time.ts';
import { PROVIDER_LABELS } from '../labels.ts';
import { DIFFERENCE_TEXTS, type Difference } from './difference.ts';
import { DifferenceActions } from './difference-actions.tsx';

/** Where a difference is, as far as it is known. */
export function describePlace({ provider, order, detail, amount }: Difference): string {
  const facts = [PROVIDER_LABELS[provider], order, detail, amount === null ? '' : formatMoneyOf(amount)];
  return facts.filter((fact) => fact !== '').join(' · ');
}

export function DifferenceItem({ difference }: { difference: Difference }) {
  const { found, todo } = DIFFERENCE_TEXTS[difference.kind];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">{found}</p>
        <p className="text-sm">{todo}</p>
        <p className="text-muted text-sm wrap-anywhere">
          {describePlace(difference)} · {formatTime(difference.createdAt)}
        </p>
      </div>
      <DifferenceActions difference={difference} />
    </li>
  );
}
