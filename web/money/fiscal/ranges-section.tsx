import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { format } from '../../../domain/days/country-time.ts';
import { FISCAL_TYPES, type FiscalType, toEncf } from '../../../domain/fiscal/fiscal-document.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatDays, formatNumber } from '../../../domain/language/format.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import {
  addRange,
  type FiscalOverview,
  type FiscalRange,
  loadRanges,
  removeRange,
  retryVoids,
  saveExchangeRate,
  voidRange,
} from './fiscal-documents.ts';
import { useFiscalOverview } from './fiscal-note.tsx';

export function RangesSection() {
  const overview = useFiscalOverview().data;
  const { mutate: retry, isPending: isRetrying } = useAction(retryVoids, { invalidates: MONEY_CHANGES });
  const query = useQuery({ queryKey: moneyKeys.fiscal('ranges'), queryFn: ({ signal }) => loadRanges(signal) });
  return (
    <section aria-label={m.fiscal_ranges()}>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-start justify-end gap-3">
          <div className="mr-auto min-w-0 max-w-prose flex-[1_1_20rem]">
            <h2 className="text-lg font-bold">{m.fiscal_ranges()}</h2>
            <p className="text-muted text-sm">{m.fiscal_ranges_text()}</p>
          </div>
          {overview && getInstallation().currency === 'USD' ? (
            <DialogButton label={m.fiscal_rate_add()}>
              {(close) => <RateDialog last={overview.exchange_rate} onClose={close} />}
            </DialogButton>
          ) : null}
          {overview && overview.refused_voids.length > 0 ? (
            <Button variant="secondary" size="small" disabled={isRetrying} onClick={() => retry()}>
              {m.fiscal_void_retry()}
            </Button>
          ) : null}
          <DialogButton variant="primary" label={m.fiscal_range_add()}>
            {(close) => <AddRangeDialog onClose={close} />}
          </DialogButton>
        </div>
        <QueryState
          query={query}
          failedText={m.problem_fiscal_not_loaded()}
          loading={<SkeletonList label={m.fiscal_loading()} shapes={['h-14', 'h-14']} />}
          isEmpty={(ranges) => ranges.length === 0}
          empty={<p className="text-muted">{m.fiscal_ranges_none()}</p>}
        >
          {(ranges) => (
            <ul className="divide-line divide-y">
              {ranges.map((range) => (
                <RangeItem key={range.id} range={range} />
              ))}
            </ul>
          )}
        </QueryState>
      </Card>
    </section>
  );
}

/** What a dollar costs in pesos: it serves for the 7 days after, since none is published at the weekend. */
function RateDialog({ last, onClose }: { last: FiscalOverview['exchange_rate']; onClose: () => void }) {
  const form = useForm({ defaultValues: { rate: '' } });
  const { mutate, dialog } = useAction(saveExchangeRate, {
    invalidates: MONEY_CHANGES,
    onClose,
    onError: (error) => form.setError('rate', { message: toErrorMessage(error) }),
  });
  const send = ({ rate }: { rate: string }) => mutate({ day: format(getNow(), 'yyyy-MM-dd'), rate: Number(rate) });
  const validate = (text: string) => /^[1-9]\d{0,2}(\.\d{1,4})?$/.test(text.trim()) || m.fiscal_rate_error();
  const text = last && m.fiscal_rate_last({ rate: String(last.rate), day: formatDays(last.day, last.day) });
  return (
    <QuestionDialog
      title={m.fiscal_rate_add()}
      text={text ?? m.fiscal_obstacle_exchange_rate()}
      label={m.action_save()}
      {...dialog}
      error={null}
      onConfirm={form.handleSubmit(send)}
    >
      <TextField label={m.fiscal_rate_pesos()} inputMode="decimal" {...registerFields(form)('rate', { validate })} />
    </QuestionDialog>
  );
}

const isUnused = ({ first_number, next_number }: FiscalRange) => first_number === next_number;

function RangeItem({ range }: { range: FiscalRange }) {
  const left = range.last_number - range.next_number + 1;
  return (
    <li className="grid min-h-14 items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto_12rem]">
      <div className="min-w-0">
        <p className="font-semibold">{m[`fiscal_type_${range.type}` as const]()}</p>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">
          {toEncf(range.type, range.first_number)} – {toEncf(range.type, range.last_number)}
        </p>
      </div>
      <p className="text-sm tabular-nums">
        {m.fiscal_range_left({ left: formatNumber(left), day: formatDays(range.expires_on, range.expires_on) })}
      </p>
      {left === 0 ? null : (
        <DialogButton
          label={isUnused(range) ? m.fiscal_range_remove() : m.fiscal_range_void()}
          className="justify-self-start sm:justify-self-end"
        >
          {(close) => <EndRangeDialog range={range} onClose={close} />}
        </DialogButton>
      )}
    </li>
  );
}

/** Ranges that are not used yet are removed, or voided when they are right but not needed any more. */
function EndRangeDialog({ range, onClose }: { range: FiscalRange; onClose: () => void }) {
  const { mutate, isPending, error } = useAction((act: (id: string) => Promise<void>) => act(range.id), {
    invalidates: MONEY_CHANGES,
    onClose,
  });
  const numbers = { first: toEncf(range.type, range.next_number), last: toEncf(range.type, range.last_number) };
  return (
    <Modal
      open
      isClosable={!isPending}
      onClose={onClose}
      title={isUnused(range) ? m.fiscal_range_remove_question() : m.fiscal_range_void_question()}
      description={m.fiscal_range_void_text(numbers)}
    >
      {error && !isPending ? <ErrorNote error={error} /> : null}
      <DialogActions>
        {isUnused(range) ? (
          <Button disabled={isPending} onClick={() => mutate(removeRange)}>
            {m.fiscal_range_remove_wrong()}
          </Button>
        ) : null}
        <Button
          variant={isUnused(range) ? 'secondary' : 'primary'}
          disabled={isPending}
          onClick={() => mutate(voidRange)}
        >
          {m.fiscal_range_void()}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          {m.action_cancel()}
        </Button>
      </DialogActions>
    </Modal>
  );
}

type RangeForm = { type: FiscalType; first: string; last: string; expires_on: string };

const TYPE_OPTIONS = FISCAL_TYPES.map((value) => ({ value, label: m[`fiscal_type_${value}` as const]() }));
/** Either the number itself, or the whole e-NCF as the authority shows it. */
const SEQUENCE = /^(?:E\d{2})?0*([1-9]\d{0,9})$/i;
const readNumber = (text: string) => SEQUENCE.exec(text.replaceAll(/[\s,]/g, ''))?.[1];

function AddRangeDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<RangeForm>({ defaultValues: { type: '32', first: '', last: '', expires_on: '' } });
  const field = registerFields(form);
  const { mutate, dialog } = useAction(addRange, { done: m.fiscal_range_added(), invalidates: MONEY_CHANGES, onClose });
  const isNumber = (text: string) => readNumber(text) !== undefined || m.fiscal_range_number_error();
  return (
    <QuestionDialog
      title={m.fiscal_range_add()}
      text={m.fiscal_range_add_text()}
      label={m.fiscal_range_add()}
      {...dialog}
      onConfirm={form.handleSubmit(({ first, last, ...range }) =>
        mutate({ ...range, first_number: Number(readNumber(first)), last_number: Number(readNumber(last)) }),
      )}
    >
      <SelectField label={m.fiscal_type()} options={TYPE_OPTIONS} {...field('type')} />
      <TextField
        label={m.fiscal_range_first()}
        placeholder="E320000000001"
        {...field('first', { validate: isNumber })}
      />
      <TextField label={m.fiscal_range_last()} placeholder="E320000001000" {...field('last', { validate: isNumber })} />
      <TextField
        type="date"
        label={m.fiscal_valid_until()}
        {...field('expires_on', { required: m.fiscal_range_expiry_error() })}
      />
    </QuestionDialog>
  );
}
