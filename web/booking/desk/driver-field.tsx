import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type RefCallback, useId, useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { INPUT_CLASS } from '../../ui/form/text-field.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { bookingKeys } from '../keys.ts';
import { type FoundDriver, findDrivers, formatPlates, nameDriver } from './reservation-for-driver.ts';

type DriverFieldProps = {
  value: FoundDriver | null;
  /** `words`: what the driver was found by. */
  onChange: (driver: FoundDriver | null, words: string) => void;
  error: string | undefined;
  inputRef: RefCallback<HTMLInputElement>;
};

/** Finds a driver by name, e-mail address or plate. Who is suspended is listed and cannot be chosen. */
export function DriverField({ value, onChange, error, inputRef }: DriverFieldProps) {
  const [typed, setTyped] = useState(value === null ? '' : nameDriver(value));
  const id = useId();
  const noteId = useId();
  const { drivers, isSearching, problem, isLongEnough } = useDriverSearch(value === null ? typed : '');
  const status = describeStatus({ isSearching, problem, isLongEnough, count: drivers.length });

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {m.for_driver_driver()}
      </label>
      <Combobox.Root<FoundDriver>
        items={drivers}
        filter={null}
        value={value}
        onValueChange={(driver) => onChange(driver, typed)}
        inputValue={typed}
        onInputValueChange={(text, { reason }) => {
          setTyped(text);
          // Whoever types on looks for somebody else.
          if (value !== null && reason === 'input-change') onChange(null, '');
        }}
        itemToStringLabel={nameDriver}
        isItemEqualToValue={(driver, chosen) => driver.id === chosen.id}
        autoHighlight
      >
        <Combobox.InputGroup className="relative">
          <Search aria-hidden="true" className="text-muted pointer-events-none absolute top-3.5 left-4 size-5" />
          <Combobox.Input
            ref={inputRef}
            id={id}
            // The label is hidden from assistive technology while the list is open, as all around it.
            aria-label={m.for_driver_driver()}
            placeholder={m.for_driver_search_hint()}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-invalid={error ? true : undefined}
            aria-describedby={noteId}
            className={`${INPUT_CLASS} pr-13 pl-12`}
          />
          <Combobox.Clear
            aria-label={m.for_driver_search_clear()}
            className="text-muted absolute top-0.5 right-1 inline-flex size-11 items-center justify-center rounded-full"
          >
            <X aria-hidden="true" className="size-5" />
          </Combobox.Clear>
        </Combobox.InputGroup>
        <Combobox.Portal hidden={value !== null || drivers.length === 0}>
          {/* Above the dialog that it is in. */}
          <Combobox.Positioner
            role="region"
            aria-label={m.for_driver_drivers_found()}
            sideOffset={8}
            className="z-60 outline-none"
          >
            <Combobox.Popup
              aria-busy={isSearching || undefined}
              className="bg-raised border-line shadow-float max-h-[min(24rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-card border py-1"
            >
              <Combobox.List>
                {(driver: FoundDriver) => (
                  <Combobox.Item
                    key={driver.id}
                    value={driver}
                    disabled={driver.isSuspended}
                    className="data-highlighted:bg-brand-wash flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 outline-none data-disabled:cursor-not-allowed"
                  >
                    <DriverText driver={driver} />
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p role="status" className="text-sm text-muted empty:hidden">
        {typed === '' || value !== null ? null : status}
      </p>
      <div id={noteId}>
        {error ? <p className="text-danger text-sm">{error}</p> : null}
        {value === null ? null : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
            <DriverText driver={value} />
          </p>
        )}
      </div>
    </div>
  );
}

type Found = { isSearching: boolean; problem: unknown; isLongEnough: boolean; count: number };

function describeStatus({ isSearching, problem, isLongEnough, count }: Found): string | null {
  if (!isLongEnough) return m.for_driver_search_short();
  if (problem) return toErrorMessage(problem);
  if (count > 0) return null;
  return isSearching ? m.place_search_searching() : m.for_driver_search_none();
}

/** Who it is, with the plates and what is unusual about the account. */
function DriverText({ driver }: { driver: FoundDriver }) {
  return (
    <>
      <span className="flex min-w-0 flex-[1_1_12rem] flex-col">
        <span className="font-semibold wrap-anywhere">{nameDriver(driver)}</span>
        <span className="text-muted text-sm wrap-anywhere">
          {driver.name === '' || driver.email === '' ? null : <span className="block">{driver.email}</span>}
          <span className="block">{formatPlates(driver)}</span>
        </span>
      </span>
      {driver.isSuspended ? <Badge tone="danger">{m.for_driver_suspended()}</Badge> : null}
      {driver.isConfirmed ? null : (
        <Badge tone="neutral">{driver.email === '' ? m.for_driver_no_account() : m.for_driver_unconfirmed()}</Badge>
      )}
      {driver.hasUnverifiedPhone ? <Badge tone="danger">{m.for_driver_unverified_phone()}</Badge> : null}
    </>
  );
}

const PAUSE_MS = 200;
const MIN_LETTERS = 2;

/** The drivers who match the words while they are typed, from the second letter on. */
function useDriverSearch(typed: string) {
  const words = typed.trim();
  const settled = useDebounced(words, PAUSE_MS);
  const isLongEnough = words.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: bookingKeys.drivers(settled),
    queryFn: ({ signal }) => findDrivers(settled, signal),
    enabled: isLongEnough && settled === words,
    placeholderData: keepPreviousData,
    // Somebody may have been suspended meanwhile.
    gcTime: 0,
    networkMode: 'always',
  });
  return {
    drivers: isLongEnough ? (search.data ?? []) : [],
    isSearching: isLongEnough && (search.isFetching || settled !== words),
    problem: isLongEnough ? search.error : null,
    isLongEnough,
  };
}
