import { useQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { joinFacts } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import type { RateVersion } from '../../../domain/money/rates.ts';
import { VEHICLE_TYPE_LABELS, VEHICLE_TYPES, type VehicleType } from '../../../domain/vehicles/vehicle-type.ts';
import { listSpaces } from '../../data/space.ts';
import { paths } from '../../paths.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { AskButton, QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ScreenHeader } from '../../ui/layout/screen-header.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { useDialogUrl } from '../../ui/platform/use-dialog-url.ts';
import { moneyKeys, RATE_CHANGES } from '../keys.ts';
import { RateEditor } from './rate-editor.tsx';
import { RateChange } from './rate-preview.tsx';
import { changeRates, type EditedTable, findHeld, listRates, type RatedZone, type RateUse } from './rate-tables.ts';

/** The rates in the back office. */
export const RatesScreen = () => (
  <main tabIndex={-1} className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 pb-8 outline-none">
    <ScreenHeader title={m.rates_title()} back={{ to: paths.adminTab('zones', {}), label: m.rates_back() }} />
    <RateList />
  </main>
);

type RateListProps = { renderZone?: (zone: RatedZone) => ReactNode };

/** All tables of rates, with who has them, and what there is to say of each zone; or the editor of one. */
export function RateList({ renderZone }: RateListProps) {
  const query = useQuery({ queryKey: moneyKeys.rates(), queryFn: ({ signal }) => listRates(signal) });
  const dialog = useDialogUrl<'new' | 'edit'>();
  return (
    <QueryState query={query} loading={<SkeletonList label={m.rates_loading()} shapes={['h-40', 'h-40']} />}>
      {({ tables, zones }) => {
        const edited = tables.find(({ id }) => id === dialog.id);
        const edit = (table: EditedTable | null) => <RateEditor table={table} zones={zones} onClose={dialog.close} />;
        return (
          dialog.show({ new: () => edit(null), edit: () => edited && edit(edited) }) ?? (
            <div className="flex flex-col gap-4 [&>button]:self-start">
              <p className="text-muted">{m.rates_intro()}</p>
              <Button onClick={() => dialog.open('new')}>{m.rates_new()}</Button>
              {tables.length === 0 ? <StatePanel icon={CircleDollarSign} title={m.rates_none()} /> : null}
              {tables.map((table) => (
                <TableCard
                  key={table.id}
                  table={table}
                  tables={tables}
                  zones={zones}
                  onEdit={() => dialog.open('edit', table.id)}
                />
              ))}
              {renderZone && zones.map(renderZone)}
            </div>
          )
        );
      }}
    </QueryState>
  );
}

type TableProps = { table: EditedTable; tables: readonly EditedTable[]; zones: readonly RatedZone[] };

function TableCard({ onEdit, ...props }: TableProps & { onEdit: () => void }) {
  const { table } = props;
  const [now] = useState(getNow);
  const held = findHeld(table, now);
  const coming = table.versions.filter(({ validFrom }) => validFrom > now).toReversed();
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-lg font-bold wrap-anywhere">{table.name}</h2>
      <p className="wrap-anywhere">{held ? describe(held) : m.rates_not_yet()}</p>
      <ul className="divide-line divide-y">
        {coming.map((version) => {
          const time = formatDayAndTime(version.validFrom);
          const texts = { text: m.rates_coming({ time, rates: describe(version) }), title: m.rates_withdraw({ time }) };
          const send = () => changeRates('withdraw_rates', { rate_table: table.id, version: version.id });
          return <RemovableRow key={version.id} {...texts} send={send} isShown={table.may_write} />;
        })}
        {table.uses.map((use) => {
          const { id, zone_id: zone, space_id: space, vehicle_type } = use;
          const texts = {
            text: m.rates_used_by({ place: nameUse(use) }),
            title: m.rates_unassign({ place: nameUse(use) }),
          };
          const send = () => changeRates('assign_rates', { zone, space, vehicle_type, rate_table: null });
          return <RemovableRow key={id} {...texts} send={send} isShown={use.may_write} />;
        })}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onEdit}>
          {table.may_write ? m.rates_new_version() : m.rates_view()}
        </Button>
        <DialogButton label={m.rates_assign()}>{(close) => <AssignDialog {...props} onClose={close} />}</DialogButton>
      </div>
    </Card>
  );
}

const nameUse = ({ zone_name: zone, space_name: space, vehicle_type: type }: RateUse) =>
  joinFacts(zone, space, type && VEHICLE_TYPE_LABELS[type as VehicleType]);

/** Such as 'RD$50.00/h · 15 min gratis · máximo RD$300.00 · Noche RD$150.00'. */
const describe = ({ perHour, freeMinutes, cap, windows, specials }: RateVersion): string =>
  joinFacts(
    m.money_hourly_rate({ amount: formatMoney(perHour) }),
    freeMinutes > 0 && m.rates_part_free({ minutes: freeMinutes }),
    cap !== null && m.rates_part_cap({ amount: formatMoney(cap) }),
    windows.length > 0 && m.rates_part_windows({ count: windows.length }),
    ...specials.map(({ name, amount }) => `${name} ${formatMoney(amount)}`),
  );

type RowProps = { text: string; title: string; about?: string; isShown?: boolean; send: () => Promise<void> };

/** A line with a button that asks before it takes away what the line says. */
export function RemovableRow({ text, title, about = m.rates_remove_text(), isShown = true, send }: RowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-2 py-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {isShown && (
        <AskButton
          label={m.rates_remove()}
          aria-label={title}
          question={{ title, text: about, label: m.rates_remove(), variant: 'danger' }}
          onYes={send}
          action={{ invalidates: RATE_CHANGES }}
        />
      )}
    </li>
  );
}

/** Gives a zone or one of its spaces the table, for all vehicles or a type. */
function AssignDialog({ table, tables, zones, onClose }: TableProps & { onClose: () => void }) {
  const [now] = useState(getNow);
  const [{ zone, space, type }, setChosen] = useState({ zone: zones[0]?.id ?? '', space: '', type: '' });
  const place = { zone: space ? null : zone, space: space || null, vehicle_type: type || null };
  const send = () => changeRates('assign_rates', { ...place, rate_table: table.id });
  const { mutate, dialog } = useAction(send, { done: m.rates_saved(), invalidates: RATE_CHANGES, onClose });
  const spaces = useQuery({ queryKey: moneyKeys.rates(zone), queryFn: () => listSpaces(zone, null) }).data?.rows ?? [];
  const types = VEHICLE_TYPES.map((id) => ({ id, name: VEHICLE_TYPE_LABELS[id] }));
  const fields = [
    { name: 'zone', value: zone, rows: zones },
    { name: 'space', value: space, rows: [{ id: '', name: m.rates_all_spaces() }, ...spaces] },
    { name: 'type', value: type, rows: [{ id: '', name: m.rates_all_vehicles() }, ...types] },
  ];
  const had = tables.find(({ uses }) => uses.some((use) => use.zone_id === zone && (use.vehicle_type ?? '') === type));
  const version = findHeld(table, now) ?? table.versions.at(-1);
  const change = { before: had ? findHeld(had, now) : null, zones: zones.filter(({ id }) => id === zone) };
  return (
    <QuestionDialog title={table.name} label={m.rates_assign()} {...dialog} onConfirm={() => mutate()}>
      {fields.map(({ name, value, rows }) => {
        const options = rows.map((row) => ({ value: row.id, label: row.name }));
        const kept = name === 'zone' ? '' : space;
        const choose = (chosen: string) => setChosen({ zone, type, space: kept, [name]: chosen });
        const field = { label: m.rates_assigned({ name }), value, options };
        return <SelectField key={name} {...field} onChange={({ target }) => choose(target.value)} />;
      })}
      {version && <RateChange version={version} {...change} />}
    </QuestionDialog>
  );
}
