import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { PROVIDER_NAMES } from '../../../domain/money/payment.ts';
import { paths } from '../../paths.ts';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { useTablePage } from '../../ui/table/use-table-page.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { moneyKeys } from '../keys.ts';
import { RecordTable } from '../record-table.tsx';
import { DifferenceActions } from './difference-actions.tsx';
import {
  DIFFERENCES_URL,
  type Difference,
  describeDifference,
  describePlace,
  getAmount,
  listDifferences,
} from './money-differences.ts';

const { state, kind, provider } = DIFFERENCES_URL.filters;

const nameKind = (value: (typeof kind)[number]) =>
  value === 'alarms' || value === 'every' ? m[`money_differences_${value}` as const]() : describeDifference(value).name;

const CHOICES = {
  state: {
    label: m.field_status(),
    options: state.map((value) => ({ value, label: m[`money_differences_${value}` as const]() })),
  },
  kind: {
    label: m.money_differences_kind(),
    options: kind.map((value) => ({ value, label: nameKind(value) })),
  },
  provider: {
    label: m.money_differences_provider(),
    options: provider.map((value) => ({
      value,
      label: value === 'any' ? m.money_differences_providers() : PROVIDER_NAMES[value],
    })),
  },
};

export function Differences() {
  const url = useTableUrl(DIFFERENCES_URL);
  const list = useTablePage(moneyKeys.differences(url.query), (signal) => listDifferences(url.query, signal));
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.money_differences_title()} text={m.money_differences_text()}>
        <Link to={paths.adminTab('overview', {})} className={buttonClass('secondary', undefined, 'small')}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {m.money_differences_back()}
        </Link>
        <RefreshButton isRefreshing={list.isFetching} onRefresh={() => void list.refetch()} />
      </TabHeading>
      <RecordTable
        label={m.money_differences_title()}
        columns={COLUMNS}
        list={list}
        url={url}
        choices={CHOICES}
        loadingText={m.money_differences_loading()}
        emptyText={m.money_differences_none()}
      />
    </div>
  );
}

const helper = tableColumns<Difference>();

const COLUMNS = helper.columns([
  helper.accessor('kind', {
    header: m.money_differences_what(),
    enableSorting: false,
    meta: { card: 'title', className: 'min-w-60' },
    cell: ({ row: { original } }) => {
      const { found, todo } = describeDifference(original.kind);
      return (
        <>
          <p className="font-semibold">{found}</p>
          {original.resolvedAt === null ? <p className="text-sm">{todo}</p> : null}
        </>
      );
    },
  }),
  helper.display({
    id: 'place',
    header: m.money_differences_where(),
    meta: { className: 'min-w-44 wrap-anywhere' },
    cell: ({ row: { original } }) => describePlace(original),
  }),
  helper.accessor(getAmount, {
    id: 'amount',
    header: m.payment_amount(),
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => {
      const amount = getValue();
      return amount === null ? '' : formatMoneyOf(amount);
    },
  }),
  helper.accessor('createdAt', {
    id: 'created_at',
    header: m.money_differences_found(),
    meta: { className: 'whitespace-nowrap' },
    cell: ({ getValue }) => formatTime(getValue()),
  }),
  helper.display({
    id: 'actions',
    header: m.field_status(),
    meta: { card: 'actions', className: 'min-w-60' },
    cell: ({ row: { original } }) =>
      original.resolvedAt === null ? (
        <DifferenceActions difference={original} />
      ) : (
        <p className="text-muted text-sm wrap-anywhere">
          {original.resolution ?? (original.outcome === null ? '' : m[`money_outcome_${original.outcome}` as const]())}{' '}
          · {formatTime(original.resolvedAt)}
        </p>
      ),
  }),
]);
