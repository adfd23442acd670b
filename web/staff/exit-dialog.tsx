import { useQuery } from '@tanstack/react-query';
import { Banknote, CarFront, CreditCard, Gift, Landmark } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { formatCents, toCents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { DESK_METHODS } from '../../domain/money/receipt.ts';
import { formatTimeRange } from '../../domain/reservations/times.ts';
import { formatSpaceInZone, nameSpace } from '../../domain/zones/space-names.ts';
import { useDuties } from '../account/session/duties.tsx';
import type { DeskStay } from '../booking/desk/stay.ts';
import { formatMoment } from '../booking/parking-time.ts';
import { readTypedAmount } from '../money/correction-fields.tsx';
import { MONEY_CHANGES } from '../money/keys.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../ui/feedback/question-dialog.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Button } from '../ui/form/button.tsx';
import { ChoiceCard } from '../ui/form/choice-card.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { SendLinks } from '../ui/layout/send-links.tsx';
import { ROOT } from '../ui/platform/query-keys.ts';
import { DoneDialog } from './entry-dialog.tsx';
import { staffKeys } from './keys.ts';
import { leave, payHeld, quoteExit, type WalkIn } from './today.ts';

const GIFTS = ['free', 'unpaid'] as const;
const ICONS = { cash: Banknote, terminal: CreditCard, transfer: Landmark, free: Gift, unpaid: CarFront };
type Method = (typeof GIFTS | typeof DESK_METHODS)[number];

/** A reservation with the amount to be paid while it is held, and with what was paid after that. */
type Reserved = WalkIn & Pick<DeskStay, 'status' | 'driver'>;
type ExitDialogProps = { id: string; now: Date; reserved?: Reserved; onClose: () => void };

/** Takes the payment of an open stay or of a held reservation, then shows the slip. A manager may let a car out free. */
export function ExitDialog({ id, now, reserved, onClose }: ExitDialogProps) {
  const load = () => reserved ?? quoteExit(id);
  const quote = useQuery({ queryKey: staffKeys.exit(id), queryFn: load, refetchInterval: 60_000 });
  const isManager = useDuties().data?.some(({ duty }) => duty === 'manager') ?? false;
  const [key] = useState(() => crypto.randomUUID());
  const [method, setMethod] = useState<Method>('cash');
  const [isAsked, setIsAsked] = useState(false);
  /** For each method: what was given in cash, the reference, or the reason. */
  const [typed, setTyped] = useState<Partial<Record<Method, string>>>({});
  const { mutate, data, isPending, error } = useAction(reserved ? payHeld : leave, {
    invalidates: (e) => [...MONEY_CHANGES, ROOT.booking, e ? ROOT.staff : staffKeys.today()],
    onError: () => undefined,
  });
  const text = typed[method] ?? '';
  const isGift = GIFTS.some((gift) => gift === method);
  const due = (reserved ?? quote.data)?.amount ?? toCents(0);
  const amount = formatMoneyOf(data?.amount ?? due);
  const rest = toCents(Math.max(0, method === 'cash' ? (readTypedAmount(text) ?? 0) - due : 0));
  const change = rest > 0 ? m.exit_change({ amount: formatMoneyOf(rest) }) : undefined;
  const reason = isGift ? text : m.for_driver_paid_reason();
  const exit = { key, reservation: id, method, reference: text, seen_amount: formatCents(due), reason };
  const paid = data ?? (reserved?.status === 'held' ? undefined : reserved);
  if (paid) {
    const space = formatSpaceInZone({ name: nameSpace(paid.spaceName), zoneName: paid.zoneName });
    const times = { from: formatMoment(paid.startsAt, paid.endsAt), to: formatMoment(paid.endsAt, now) };
    const how = data ? m.exit_method({ method: data.paidUntil && due === 0 ? 'phone' : method }) : '';
    const receipt = m.exit_receipt({ plate: paid.plate, space, amount, method: how, ...times }).trimEnd();
    const title = reserved ? m.desk_slip() : m.exit_done({ plate: paid.plate });
    return (
      <DoneDialog title={title} big={change ?? amount} onClose={onClose}>
        <p className="whitespace-pre-line">{receipt}</p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button className="flex-1" onClick={() => window.print()}>
            {m.receipt_print()}
          </Button>
          <SendLinks subject={title} text={receipt} {...reserved?.driver} />
        </div>
      </DoneDialog>
    );
  }
  if (isAsked)
    return (
      <QuestionDialog
        title={m.exit_unpaid({ plate: quote.data?.plate ?? '' })}
        text={m.exit_unpaid_text({ amount })}
        isPending={isPending}
        error={error}
        label={m.exit_let_out()}
        variant="danger"
        onConfirm={() => mutate(exit)}
        onClose={() => setIsAsked(false)}
      />
    );
  return (
    <QuestionDialog
      title={reserved ? m.exit_pay() : m.exit_title()}
      isPending={isPending}
      error={error}
      onClose={onClose}
      isDisabled={!quote.data}
      onConfirm={() => (method === 'unpaid' ? setIsAsked(true) : mutate(exit))}
      label={reserved ? m.exit_pay() : isGift || due === 0 ? m.exit_let_out() : m.exit_confirm({ amount })}
    >
      <QueryState query={quote} loading={<Skeleton className="h-28" />}>
        {({ plate, spaceName, startsAt }) => (
          <div className="text-center">
            <p className="text-xl font-bold">{`${plate} · ${nameSpace(spaceName)}`}</p>
            <p className="text-5xl font-extrabold tabular-nums">{amount}</p>
            <p>{reserved ? formatTimeRange(reserved) : m.stay_since({ time: formatMoment(startsAt, now) })}</p>
          </div>
        )}
      </QueryState>
      <fieldset className="grid min-w-0 grid-cols-3 gap-2" hidden={due === 0}>
        <legend className="sr-only">{m.payment_method()}</legend>
        {[...DESK_METHODS, ...(isManager && !reserved ? GIFTS : [])].map((value) => (
          <ChoiceCard
            key={value}
            name="method"
            stacked
            icon={ICONS[value]}
            label={m.exit_method({ method: value })}
            checked={method === value}
            onChange={() => setMethod(value)}
          />
        ))}
        <TextField
          label={m.exit_typed({ method })}
          value={text}
          hint={change}
          className="col-span-3"
          inputMode={method === 'cash' ? 'decimal' : 'text'}
          onChange={({ target }) => setTyped({ ...typed, [method]: target.value })}
        />
      </fieldset>
    </QuestionDialog>
  );
}
