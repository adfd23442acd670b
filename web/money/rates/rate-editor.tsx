import { addDays } from 'date-fns/addDays';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#messages';
import { formatWeekday } from '../../../domain/language/format.ts';
import { getCurrencySymbol } from '../../../domain/money/money.ts';
import { MONDAY } from '../../../domain/money/rates.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useUnsavedQuestion } from '../../ui/form/unsaved-question.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { sayByName } from '../../ui/platform/format-time.ts';
import { RATE_CHANGES } from '../keys.ts';
import { useRequestKey } from '../proposed-corrections.tsx';
import { RateChange, RateTester, WeekGrid } from './rate-preview.tsx';
import { changeRates, type EditedTable, findHeld, type RatedZone } from './rate-tables.ts';
import { FIELDS, type Part, type RateRow, readRates, showValue, toVersion } from './rate-values.ts';

type RateEditorProps = { table: EditedTable | null; zones: readonly RatedZone[]; onClose: () => void };

/** Makes a new table where there is none, else its next version. Where the caller may not write the table it only shows the prices. */
export function RateEditor({ table, zones, onClose: leave }: RateEditorProps) {
  const [now] = useState(getNow);
  const [id] = useState(() => table?.id ?? crypto.randomUUID());
  const held = table && (findHeld(table, now) ?? table.versions[0] ?? null);
  const form = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(() => toVersion(held?.row));
  const [isDirty, setDirty] = useState(false);
  const unsaved = useUnsavedQuestion(isDirty);
  const onClose = () => {
    unsaved.allow();
    leave();
  };
  const getKey = useRequestKey();
  const send = ({ name, ...rules }: RateRow) =>
    changeRates('save_rates', { rate_table: id, name, version: { ...rules, id: getKey(rules) } });
  const { mutate, isPending, error } = useAction(send, {
    done: m.rates_saved(),
    invalidates: RATE_CHANGES,
    onError: () => undefined,
    onSuccess: onClose,
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(readRates(event.currentTarget, now));
  };
  const onChange = () => {
    setDirty(true);
    setVersion(form.current?.checkValidity() ? toVersion(readRates(form.current, now)) : null);
  };
  const mayWrite = table?.may_write ?? true;
  const having = zones.filter((zone) => table?.uses.some((use) => use.zone_id === zone.id));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="overflow-clip [--color-raised:var(--color-surface)] sm:p-6">
        <form ref={form} aria-busy={isPending} onChange={onChange} onSubmit={save}>
          <fieldset disabled={!mayWrite} className="flex flex-col gap-6">
            {mayWrite ? null : <p className="text-muted text-sm">{m.rates_read_only()}</p>}
            <Fields part="rules" row={{ ...held?.row, name: table?.name }} />
            <ListFields part="windows" rows={held?.windows} onChange={onChange} />
            <ListFields part="specials" rows={held?.specials} onChange={onChange} />
          </fieldset>
          <DialogButtons label={m.action_save()} isPending={isPending} isDisabled={!mayWrite} onCancel={onClose}>
            {error && !isPending ? <ErrorNote error={error} /> : null}
          </DialogButtons>
        </form>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        {version ? <RateTester version={version} /> : <Card className="text-muted">{m.rates_incomplete()}</Card>}
        {version && <WeekGrid version={version} />}
        {version && <RateChange version={version} before={held} zones={having} />}
      </div>
      {unsaved.question}
    </div>
  );
}

const Fields = ({ part, row, prefix = '' }: { part: Part; row: RateRow; prefix?: string }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    {FIELDS[part].map((field) => {
      const { name: key, initial: _, options, ...input } = field;
      const label = sayByName(`rates_${part}_${key}`, { symbol: getCurrencySymbol() }) ?? '';
      const props = { ...input, label, name: prefix + key, defaultValue: showValue(field, row[key]) };
      if (input.type === 'days')
        return <DaysField key={key} label={label} name={props.name} shown={props.defaultValue} />;
      if (!options) return <TextField key={key} {...props} hint={sayByName(`rates_hint_${key}`) ?? undefined} />;
      const choices = options.map((value) => ({ value, label: m.rates_choice({ value }) }));
      return <SelectField key={key} {...props} options={choices} />;
    })}
  </div>
);

/** A choice of weekdays, from Monday on; none is all. */
const DaysField = ({ label, name, shown }: { label: string; name: string; shown: string }) => (
  <fieldset className="grid w-fit grid-cols-[repeat(5,auto)] gap-1 sm:col-span-2 sm:grid-cols-[repeat(7,auto)]">
    <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
    {[...'1234567'].map((day, index) => (
      <label key={day} className="relative cursor-pointer">
        <input type="checkbox" name={name} value={day} className="peer sr-only" defaultChecked={shown.includes(day)} />
        <span className="border-field-line text-muted peer-checked:bg-brand peer-checked:text-on-brand peer-focus-visible:outline-brand-ink flex size-11 items-center justify-center rounded-control border text-sm font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2">
          {formatWeekday(addDays(MONDAY, index))}
        </span>
      </label>
    ))}
  </fieldset>
);

type Lists = Exclude<Part, 'rules'>;
type ListProps = { part: Lists; rows: readonly RateRow[] | undefined; least?: number; onChange?: () => void };
const MOST = { windows: 8, specials: 5, hours: 14 };

/** The windows or the specials of a version, or opening hours, each with the button that takes it away. */
export function ListFields({ part, rows = [], least = 0, onChange }: ListProps) {
  const [items, setItems] = useState(() => rows.map((row) => ({ key: crypto.randomUUID(), row })));
  const change = (next: typeof items) => {
    flushSync(() => setItems(next));
    onChange?.();
  };
  const add = () => change([...items, { key: crypto.randomUUID(), row: {} }]);
  return (
    <FormSection title={m.rates_list({ part })}>
      <p className="text-muted text-sm">{m.rates_list_hint({ part, max: MOST[part] })}</p>
      {items.map(({ key, row }, index) => (
        <Card key={key} className="flex flex-col gap-4">
          <input type="hidden" name={part} value={key} />
          <Fields part={part} row={row} prefix={`${part}.${key}.`} />
          <Button
            variant="quiet"
            size="small"
            disabled={items.length <= least}
            onClick={() => change(items.filter((item) => item.key !== key))}
          >
            {m.rates_list_remove({ part, number: index + 1 })}
          </Button>
        </Card>
      ))}
      <Button variant="secondary" disabled={items.length >= MOST[part]} onClick={add}>
        {m.rates_list_add({ part })}
      </Button>
    </FormSection>
  );
}
