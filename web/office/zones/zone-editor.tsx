import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatMoney, getCurrencySymbol } from '../../../domain/money/money.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import { describeOverstay, overstayTermsSchema } from '../../../domain/zones/overstay.ts';
import { SPACE_CHANGES } from '../../booking/keys.ts';
import { AmenityIcon } from '../../booking/zones/amenity-filter.tsx';
import { ZoneDays } from '../../booking/zones/zone-days.tsx';
import { LocationPicker } from '../../map/location-picker.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { listFields } from '../../ui/form/newer-values.ts';
import { useNewerValues } from '../../ui/form/newer-values-notice.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { useUnsavedQuestion } from '../../ui/form/unsaved-question.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { RowHistory } from '../audit/entry-list.tsx';
import { officeKeys } from '../keys.ts';
import {
  type AdminZone,
  createNewZone,
  formatZoneName,
  parsePrice,
  ZONE_FIELDS,
  type ZoneValues,
  zoneValuesSchema,
} from './admin-zone.ts';
import { countRates, createZone, type RateScope, updateZone } from './zones.ts';

type ZoneEditorProps = {
  /** The zone to change, or null for a new one. */
  zone: AdminZone | null;
  onClose: () => void;
};

/** Creates a zone or changes one. Once something was entered, only Save and Cancel close it. */
export function ZoneEditor({ zone: opened, onClose: leave }: ZoneEditorProps) {
  const formId = useId();
  // Replaced when somebody else changes the zone meanwhile.
  const [zone, setZone] = useState(opened);
  const [newZone] = useState(createNewZone);
  const form = useForm<ZoneValues>({ resolver: zodResolver(zoneValuesSchema), defaultValues: zone ?? newZone });
  const newerValues = useNewerValues(form, listFields(ZONE_FIELDS), m.problem_zone_changed_meanwhile());
  const unsaved = useUnsavedQuestion(form.formState.isDirty);
  const onClose = () => {
    unsaved.allow();
    leave();
  };
  const rates = useRatesOfSpaces(zone, form.control);
  const [unplaced, setUnplaced] = useState<ZoneValues | null>(null);
  const picker = useRef<HTMLDivElement>(null);
  const saving = useAction(
    async (values: ZoneValues) =>
      zone === null ? createZone(values) : updateZone(zone, values, await rates.readScope()),
    {
      invalidates: SPACE_CHANGES,
      onSuccess: (newer) => {
        if (zone && newer) {
          newerValues.merge(zone, newer);
          return setZone(newer);
        }
        if (zone === null) toast.success(m.zone_created(), { description: m.zone_draft_next() });
        else toast.success(m.zone_updated());
        onClose();
      },
    },
  );
  const position = useWatch({ control: form.control, name: 'position' });
  const save = (values: ZoneValues) => saving.mutate(values, { onSettled: () => setUnplaced(null) });
  const canClose = !form.formState.isDirty && !saving.isPending;

  return (
    <Modal
      open
      size="large"
      isClosable={canClose}
      onClose={onClose}
      title={opened === null ? m.zone_admin_add() : m.zone_editor_edit()}
      {...(opened === null ? {} : { description: formatZoneName(opened) })}
    >
      <form
        id={formId}
        noValidate
        aria-busy={saving.isPending}
        onSubmit={form.handleSubmit((values) => (values.position === null ? setUnplaced(values) : save(values)))}
        className="flex flex-col gap-4"
      >
        {newerValues.notice}
        <ZoneFields form={form} flags={Object.keys((zone ?? newZone).amenities)}>
          <RatesOfSpaces rates={rates} />
        </ZoneFields>
      </form>
      {/* Outside the form, because Enter in its search must not submit. */}
      <div ref={picker}>
        <LocationPicker
          label={m.zone_editor_position()}
          position={position}
          onPosition={(picked) => form.setValue('position', picked, { shouldDirty: true })}
          onAddress={(address) => form.setValue('location', address, { shouldDirty: true })}
        />
      </div>
      {zone === null ? null : <ZoneDays zoneId={zone.id} isAdmin />}
      {zone === null ? null : <RowHistory subject={{ tables: ['parking_zones'], ids: [zone.id] }} />}
      {unsaved.question}
      {unplaced === null ? null : (
        <QuestionDialog
          title={m.zone_no_position_question()}
          text={m.zone_no_position_text()}
          label={m.zone_no_position_save()}
          cancelLabel={m.zone_no_position_back()}
          isPending={saving.isPending}
          onConfirm={() => save(unplaced)}
          onClose={() => {
            setUnplaced(null);
            picker.current?.scrollIntoView({ block: 'center' });
          }}
        />
      )}
      <div className="bg-raised border-line sticky -bottom-4 z-10 -mx-4 -mb-4 flex gap-2 border-t p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:justify-end sm:px-6">
        <Button variant="secondary" className="flex-1 sm:flex-none" disabled={saving.isPending} onClick={onClose}>
          {m.action_cancel()}
        </Button>
        <Button
          type="submit"
          form={formId}
          className="flex-1 sm:flex-none"
          disabled={saving.isPending || rates.isCounting}
        >
          {saving.isPending ? m.action_saving() : m.action_save()}
        </Button>
      </div>
    </Modal>
  );
}

/** How long a typed price has to stay unchanged before spaces are counted. */
const QUIET_MS = 300;

/** The spaces that can take the typed price over, and which of them will: those at the old price, unless it is chosen otherwise. */
function useRatesOfSpaces(zone: AdminZone | null, control: Control<ZoneValues>) {
  const typed = useWatch({ control, name: 'pricePerHour' });
  const price = useDebounced(typed, QUIET_MS);
  const [scope, setScope] = useState<RateScope>('old-price');
  const change = { id: zone?.id ?? '', from: zone?.pricePerHour ?? 0, to: price };
  const isChanged = zone !== null && zone.pricePerHour !== price && price === typed;
  const counts = useQuery({
    queryKey: officeKeys.rateCounts(change),
    queryFn: () => countRates(change),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    enabled: isChanged,
  });
  /** Nobody has seen yet which spaces follow. */
  const isCounting = zone !== null && zone.pricePerHour !== typed && (price !== typed || counts.isPending);
  const { atOldPrice, others } = counts.data ?? { atOldPrice: 0, others: 0 };
  const options: { value: RateScope; label: string }[] = [];
  if (atOldPrice > 0) {
    const label = m.zone_price_old({ count: atOldPrice, price: formatMoney(zone?.pricePerHour ?? 0) });
    options.push({ value: 'old-price', label });
  }
  if (others > 0) options.push({ value: 'all', label: m.zone_price_all({ count: atOldPrice + others }) });
  if (options.length > 0) options.push({ value: 'none', label: m.zone_price_none() });
  /** @throws when the spaces could not be counted; a second count then shows the choice before the next try */
  const readScope = async (): Promise<RateScope> => {
    if (isChanged && counts.error) {
      void counts.refetch();
      throw counts.error;
    }
    return scope;
  };
  // 'all' means 'old-price' where no space has another rate.
  const shown = scope === 'all' && others > 0 ? 'all' : scope !== 'none' && atOldPrice > 0 ? 'old-price' : 'none';
  return { options, others, shown, setScope, readScope, isCounting };
}

/** Asks which spaces take the new price over; nothing while there is nothing to ask. */
function RatesOfSpaces({ rates }: { rates: ReturnType<typeof useRatesOfSpaces> }) {
  const { options, others, shown, setScope } = rates;
  if (options.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        label={m.zone_price_spaces()}
        value={shown}
        options={options}
        onChange={({ target }) => setScope(options.find(({ value }) => value === target.value)?.value ?? 'none')}
      />
      <p className="text-muted text-sm">
        {others > 0 ? `${m.zone_price_others({ count: others })} ` : null}
        {m.zone_price_spaces_hint()}
      </p>
    </div>
  );
}

type ZoneFieldsProps = {
  form: UseFormReturn<ZoneValues>;
  flags: readonly string[];
  /** Below the price. */
  children: ReactNode;
};

function ZoneFields({ form, flags, children }: ZoneFieldsProps) {
  const field = registerFields(form);
  return (
    <>
      <TextField label={m.field_name()} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField label={m.zone_description_es()} rows={2} {...field('description')} />
        <TextAreaField label={m.zone_description_en()} rows={2} {...field('descriptionEn')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={m.zone_field_price({ symbol: getCurrencySymbol() })}
          min={0}
          step={0.01}
          {...field('pricePerHour', {
            setValueAs: parsePrice,
            // Shows what will be saved.
            onBlur: ({ target }) => form.setValue('pricePerHour', parsePrice(target.value), { shouldDirty: true }),
          })}
        />
        {getInstallation().keepsRatings ? null : (
          <NumberField
            label={m.field_rating()}
            min={0}
            max={5}
            step={0.1}
            {...field('rating', { valueAsNumber: true })}
          />
        )}
      </div>
      {children}
      <OverstayFields form={form} />
      <fieldset>
        <legend className="text-sm font-semibold">{m.field_amenities()}</legend>
        <div className="grid sm:grid-cols-2">
          {flags.map((flag) => (
            <CheckboxField
              key={flag}
              label={formatAmenity(flag)}
              icon={<AmenityIcon flag={flag} className="text-brand-ink size-5" />}
              {...form.register(`amenities.${flag}`)}
            />
          ))}
        </div>
      </fieldset>
      <TextField label={m.field_location()} hint={m.zone_field_location_hint()} {...field('location')} />
    </>
  );
}

const RATES = (['table', 'fixed'] as const).map((value) => ({ value, label: m.zone_overstay_rate({ value }) }));

/** Whether it costs to stay longer than reserved, how much, and the sentence that is posted. */
function OverstayFields({ form }: Pick<ZoneFieldsProps, 'form'>) {
  const terms = useWatch({ control: form.control, name: 'overstay' });
  const posted = overstayTermsSchema.parse(terms);
  const turn = () =>
    form.setValue('overstay', terms ? null : { grace: 10, rate: 'table', value: 1, cap: 500 }, { shouldDirty: true });
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField label={m.zone_overstay_charge()} checked={terms !== null} onChange={turn} />
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {terms && <SelectField label={m.zone_overstay_price()} options={RATES} {...form.register('overstay.rate')} />}
        {(terms ? (['value', 'grace', 'cap'] as const) : []).map((name) => (
          <NumberField
            key={name}
            label={m.zone_overstay_field({ name, rate: terms?.rate ?? '', symbol: getCurrencySymbol() })}
            {...registerFields(form)(`overstay.${name}`, { valueAsNumber: true })}
          />
        ))}
      </div>
      {posted ? <q className="text-sm">{describeOverstay(posted)}</q> : null}
    </div>
  );
}
