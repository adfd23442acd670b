import './zone-info-card.css';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { formatHourlyRate, formatRateRange, formatShortHourlyRate } from '../../../domain/money/money.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { useBackCloses } from '../../ui/platform/use-back-closes.ts';
import type { ParkingSpot } from '../contract.ts';

type SpotCardProps = {
  spot: ParkingSpot;
  /** Moves the focus into the card, for keyboard users. */
  takesFocus: boolean;
  onClose: () => void;
  onViewDetails: ((spot: ParkingSpot) => void) | undefined;
};

/** The content of either map's info window. */
export function SpotCard({ spot, takesFocus, onClose, onViewDetails }: SpotCardProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // MapLibre puts its window into the page after its content has rendered.
    const frame = requestAnimationFrame(() => section.current?.querySelector('button')?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  useBackCloses(true, onClose);
  const isFree = spot.availableSpaces > 0;
  return (
    <section
      ref={section}
      aria-label={spot.name}
      data-info-window
      className="relative flex w-[200px] flex-col items-start gap-1.5"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="pr-9 leading-tight font-bold">{spot.name}</p>
      <p className="text-muted text-sm font-medium">{formatSpotPrice(spot, formatShortHourlyRate)}</p>
      <Badge tone={isFree ? 'positive' : 'danger'}>{formatAvailableSpaces(spot.availableSpaces)}</Badge>
      {onViewDetails ? (
        <button
          type="button"
          className={buttonClass('primary', 'mt-1 min-h-11 w-full text-sm')}
          onClick={() => onViewDetails(spot)}
        >
          {m.action_view_details()}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={m.action_close()}
        className="text-muted hover:bg-brand-wash absolute -top-2.5 -right-2.5 inline-flex size-11 items-center justify-center rounded-full"
        onClick={onClose}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </section>
  );
}

/** '1 space available', '12 spaces available'; below 0 counts as none. */
function formatAvailableSpaces(count: number): string {
  return m.map_spaces_available({ count: Math.max(0, count) });
}

/** Such as '$5.00/hr', or 'from $5.00/hr' when some spaces cost more. */
function formatSpotPrice({ pricePerHour, highestPrice }: ParkingSpot, formatRate = formatHourlyRate): string {
  return formatRateRange({ lowestRate: pricePerHour, highestRate: highestPrice }, formatRate);
}

/** The name of the spot's marker for screen readers. */
export function formatSpotLabel(spot: ParkingSpot): string {
  return m.map_marker_label({
    name: spot.name,
    price: formatSpotPrice(spot),
    spaces: formatAvailableSpaces(spot.availableSpaces),
  });
}

/** Moves the focus back to the marker whose info window was closed. */
export function focusSpotMarker(spotId: string): void {
  document.querySelector<HTMLElement>(`[data-spot-id="${CSS.escape(spotId)}"]`)?.focus();
}
