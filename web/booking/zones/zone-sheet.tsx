import { clsx } from 'clsx';
import { ChevronDown, ChevronRight, ChevronUp, MapPinOff, SearchX } from 'lucide-react';
import { type PointerEvent, type Ref, useId, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { formatSheetRate } from '../../../domain/money/money.ts';
import { calculateDistanceKm, type Origin } from '../../../domain/zones/distance.ts';
import { NEARBY_KM, type Zone } from '../../../domain/zones/zone.ts';
import { QueryState, type QueryStatus } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { ZoneFacts, ZoneOption } from './zone-facts.tsx';

type ZoneChoiceProps = {
  /** The zones to choose from, in their order; placeholder data is of another place or filter. */
  zones: QueryStatus & { data: Zone[] | undefined; isPlaceholderData: boolean };
  /** The chosen time; null for now. */
  period: Period | null;
  isFiltered: boolean;
  /** The place that was searched for, or where the driver is. */
  origin: Origin | null;
  selectedZoneId: string | null;
  onSelect: (zone: Zone) => void;
  onShowDetails: (zone: Zone) => void;
};

type ZoneSheetProps = ZoneChoiceProps & {
  /** The zone that was selected on the map, which the sheet may not list. */
  selectedZone: Zone | null;
  /** On wide screens the list is always open. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  allZones: Pick<LinkProps, 'to' | 'state'>;
  onChoose: (zone: Zone) => void;
  onQuickReserve: (zone: Zone) => void;
  ref: Ref<HTMLElement>;
};

const SWIPE_PX = 24;
const MAX_ZONES = 5;

/** A sheet that folds away on phones, and a panel beside the map on wide screens. */
export function ZoneSheet({ isOpen, onOpenChange, allZones, ref, ...choice }: ZoneSheetProps) {
  const { zones, selectedZone, onChoose, onQuickReserve } = choice;
  const id = useId();
  const handle = useSwipe(
    (direction) => onOpenChange(direction === 'up'),
    () => onOpenChange(!isOpen),
  );
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  const target = selectedZone !== null && selectedZone.availableSpaces > 0 ? selectedZone : null;

  return (
    <section
      ref={ref}
      aria-labelledby={`${id}-title`}
      className="bg-surface shadow-float border-line flex min-h-0 flex-col overflow-y-auto rounded-t-3xl border-t md:rounded-card md:border"
    >
      <div className="tiny:group-has-data-info-window:hidden relative flex shrink-0 items-center px-4 pt-4 pb-2">
        <h2 id={`${id}-title`} className="text-capped-lg font-bold tracking-tight">
          {m.zone_sheet_title()}
        </h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-zones`}
          aria-label={m.zone_sheet_toggle()}
          className="absolute inset-0 flex touch-none items-center justify-end rounded-t-3xl px-5 md:hidden"
          {...handle}
        >
          <span
            aria-hidden="true"
            className="bg-field-line/50 absolute top-2 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full"
          />
          <Chevron aria-hidden="true" className="text-muted mt-2 size-5" />
        </button>
        <Link
          {...allZones}
          className="text-brand-ink relative mr-7 ml-auto inline-flex min-h-11 items-center rounded-full px-2 text-capped-sm font-semibold whitespace-nowrap hover:underline md:mr-0"
        >
          {m.zone_sheet_all_zones()}
        </Link>
      </div>
      <div
        id={`${id}-zones`}
        className={clsx(
          'short:group-has-data-map-failure:max-h-24 max-h-[26dvh] min-h-24 overflow-y-auto overscroll-contain px-4 pt-1 pb-3 md:block md:max-h-none md:min-h-26 md:flex-1 md:tiny:flex-none md:tiny:overflow-visible',
          isOpen ? 'block' : 'hidden',
        )}
      >
        <ZoneChoice {...choice} zones={{ ...zones, data: withSelected(zones.data, selectedZone) }} />
      </div>
      <div className="border-line bg-surface grid shrink-0 grid-cols-2 gap-2 border-t px-4 pt-3 pb-4 tiny:has-enabled:sticky tiny:has-enabled:bottom-0">
        <Button
          variant="secondary"
          className="px-3! text-capped-sm!"
          disabled={target === null}
          onClick={() => target && onChoose(target)}
        >
          <span className="line-clamp-3">
            {selectedZone === null ? m.zone_sheet_choose() : m.zone_sheet_choose_zone({ zone: selectedZone.name })}
          </span>
        </Button>
        <Button
          className="px-3! text-capped!"
          disabled={target === null}
          onClick={() => target && onQuickReserve(target)}
        >
          {m.zone_sheet_reserve()}
        </Button>
      </div>
    </section>
  );
}

/** The zone that was selected on the map comes first, where the list does not have it. */
function withSelected(zones: Zone[] | undefined, selected: Zone | null): Zone[] | undefined {
  const isListed = selected === null || zones?.some(({ id }) => id === selected.id);
  return zones === undefined || isListed ? zones : [selected, ...zones].slice(0, MAX_ZONES);
}

/**
 * Handlers for a button that can be tapped or swiped up or down.
 * @param onSwipe called when the finger or mouse is released
 * @param onTap called for a click without a swipe, and from the keyboard
 */
function useSwipe(onSwipe: (direction: 'up' | 'down') => void, onTap: () => void) {
  const start = useRef<number | null>(null);
  const wasSwipe = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = event.clientY;
      wasSwipe.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const moved = start.current === null ? 0 : event.clientY - start.current;
      start.current = null;
      wasSwipe.current = Math.abs(moved) >= SWIPE_PX;
      if (wasSwipe.current) onSwipe(moved < 0 ? 'up' : 'down');
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onClick: () => {
      if (!wasSwipe.current) onTap();
      wasSwipe.current = false;
    },
  };
}

function ZoneChoice({ zones, period, isFiltered, origin, selectedZoneId, ...on }: ZoneChoiceProps) {
  const { onSelect, onShowDetails } = on;
  const name = useId();
  return (
    <QueryState
      query={zones}
      loading={<SkeletonList label={m.zone_list_loading()} shapes={['h-22', 'h-22', 'h-22']} />}
      failedText={m.zone_list_failed()}
      isEmpty={({ length }) => length === 0}
      empty={
        isFiltered ? (
          <StatePanel icon={SearchX} title={m.zone_list_no_match()} text={m.zone_sheet_no_match_hint()} />
        ) : (
          <StatePanel icon={MapPinOff} title={m.zone_list_empty()} />
        )
      }
    >
      {(choices) => (
        <>
          <p role="status" className="text-muted text-sm not-empty:pb-2">
            {origin === null || zones.isPlaceholderData ? null : formatNearby(origin, choices)}
          </p>
          <div role="radiogroup" aria-label={m.zone_sheet_zones()} className="flex flex-col gap-2">
            {choices.map((zone) => (
              <div
                key={zone.id}
                className="border-line has-checked:border-brand has-checked:bg-brand-wash flex items-center rounded-card border transition-colors"
              >
                <ZoneOption
                  isShort
                  zone={zone}
                  group={{ name, chosenId: selectedZoneId, onChoose: () => onSelect(zone) }}
                  className="min-w-0 flex-1 py-2.5 pl-3"
                >
                  <ZoneFacts zone={zone} period={period} near={origin?.position ?? null} formatRate={formatSheetRate} />
                </ZoneOption>
                <IconButton
                  icon={ChevronRight}
                  label={m.zone_details_of({ zone: zone.name })}
                  onClick={() => onShowDetails(zone)}
                />
              </div>
            ))}
          </div>
        </>
      )}
    </QueryState>
  );
}

function formatNearby({ name, position }: Origin, zones: readonly Zone[]): string {
  const isNear = zones.some((zone) => zone.position && calculateDistanceKm(position, zone.position) <= NEARBY_KM);
  const kilometres = NEARBY_KM;
  if (name === null) return isNear ? m.zone_sheet_near_you({ kilometres }) : m.zone_sheet_not_near_you({ kilometres });
  return isNear
    ? m.zone_sheet_near_place({ kilometres, place: name })
    : m.zone_sheet_not_near_place({ kilometres, place: name });
}
