import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { formatTaxId, parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { formatNumber } from '../../../domain/language/format.ts';
import { sumCents, toCents } from '../../../domain/money/cents.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { AskButton, QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { sayByName } from '../../ui/platform/format-time.ts';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import { useClosedMonth } from './accounting-month.ts';
import { MonthSection } from './file-section.tsx';
import { loadPurchases, type Purchase, removePurchase, savePurchase } from './purchases.ts';

const readCents = (amount: Purchase['tax']) => toCents(Math.round(Number(amount) * 100));

/** The purchases of a month, and documents of others that become one by the type of their cost. */
export function PurchasesSection({ month }: { month: string }) {
  const query = useQuery({
    queryKey: moneyKeys.month(month, 'purchases'),
    queryFn: ({ signal }) => loadPurchases(month, signal),
  });
  const isClosed = Boolean(useClosedMonth(month).data);
  const booked = (query.data ?? []).filter(({ id }) => id);
  const total = sumCents(booked.flatMap(({ services, goods, tax }) => [services, goods, tax].map(readCents)));
  return (
    <MonthSection
      anchor="purchases"
      title={m.purchases()}
      text={m.purchases_text()}
      sum={m.month_sum({ total: formatSigned(total), rows: formatNumber(booked.length) })}
      action={
        isClosed ? null : (
          <DialogButton label={m.purchase_add()}>
            {(close) => <PurchaseDialog purchase={{ issued_on: `${month}-01` }} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <QueryState
        query={query}
        loading={<SkeletonList label={m.month_loading()} shapes={['h-14']} />}
        isEmpty={(purchases) => purchases.length === 0}
        empty={<p className="text-muted">{m.month_empty()}</p>}
      >
        {(purchases) => (
          <ul className="divide-line divide-y">
            {purchases.map((purchase) => (
              <PurchaseItem key={`${purchase.supplier} ${purchase.ncf}`} purchase={purchase} isClosed={isClosed} />
            ))}
          </ul>
        )}
      </QueryState>
    </MonthSection>
  );
}

/** A purchase of a closed month can only be paid. */
function PurchaseItem({ purchase, isClosed }: { purchase: Purchase; isClosed: boolean }) {
  const { id, supplier, supplier_name: name, ncf, issued_on: day, services, goods, tax } = purchase;
  const amount = (Number(services) + Number(goods)).toFixed(2);
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <p className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <span className="font-semibold">{name || formatTaxId(supplier ?? '')}</span> {ncf}
        <span className="text-muted block text-sm tabular-nums">
          {m.purchase_detail({ day: day ?? '', amount, tax: tax ?? '' })}
        </span>
      </p>
      <DialogButton
        label={id ? m.action_edit() : m.purchase_book()}
        aria-label={m.purchase_edit({ number: ncf ?? '' })}
      >
        {(close) => <PurchaseDialog purchase={purchase} onClose={close} />}
      </DialogButton>
      {id && !isClosed ? (
        <AskButton
          label={m.purchase_remove()}
          aria-label={m.purchase_remove_name({ number: ncf ?? '' })}
          question={{ title: m.purchase_remove_question({ number: ncf ?? '' }), label: m.purchase_remove() }}
          onYes={() => removePurchase(id)}
          action={{ invalidates: MONEY_CHANGES }}
        />
      ) : null}
    </li>
  );
}

type FieldName = Exclude<keyof Purchase, 'id'>;

/** What each field takes; a number is how many codes DGII has for it. */
const FIELDS: Record<FieldName, 'date' | 'decimal' | 'text' | number> = {
  supplier: 'text',
  supplier_name: 'text',
  ncf: 'text',
  modifies_ncf: 'text',
  issued_on: 'date',
  paid_on: 'date',
  cost_type: 11,
  paid_with: 7,
  services: 'decimal',
  goods: 'decimal',
  tax: 'decimal',
  tax_withheld: 'decimal',
  income_withheld_type: 9,
  income_withheld: 'decimal',
  reason: 'text',
};
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const OPTIONAL: readonly FieldName[] = ['modifies_ncf', 'paid_on', 'reason', 'income_withheld_type'];

const listCodes = (name: FieldName, count: number) => [
  { value: '', label: m.purchase_no_code() },
  ...Array.from({ length: count }, (_, index) => `${index + 1}`).map((value) => ({
    value,
    label: `${value.padStart(2, '0')} ${sayByName(`purchase_${name}_${value}`)}`,
  })),
];

function PurchaseDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const blank = (name: FieldName) => (FIELDS[name] === 'decimal' ? '0.00' : '');
  const defaultValues = Object.fromEntries(FIELD_NAMES.map((name) => [name, purchase[name] ?? blank(name)]));
  const form = useForm<Record<FieldName, string>>({ defaultValues });
  const { mutate, dialog } = useAction(savePurchase, { invalidates: MONEY_CHANGES, done: m.purchase_saved(), onClose });
  const save = form.handleSubmit((typed) =>
    mutate({ ...purchase, ...typed, supplier: parseTaxId(typed.supplier) ?? typed.supplier }),
  );
  return (
    <QuestionDialog title={m.purchase()} label={m.action_save()} size="medium" {...dialog} onConfirm={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELD_NAMES.map((name) => {
          const kind = FIELDS[name];
          const rules = OPTIONAL.includes(name) ? {} : { required: m.purchase_field_error() };
          const field = { label: sayByName(`purchase_field_${name}`) ?? '', ...registerFields(form)(name, rules) };
          if (typeof kind === 'number') return <SelectField key={name} {...field} options={listCodes(name, kind)} />;
          if (kind === 'date') return <TextField key={name} {...field} type="date" />;
          return <TextField key={name} {...field} inputMode={kind} />;
        })}
      </div>
    </QuestionDialog>
  );
}
