import './zone-info-card.css';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { formatHourlyRate, formatRateRange, formatShortHourlyRate } from '../../../domain/money/money.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { useBackCloses } from '../../ui/platform/use-back-closes.ts';
import type { MapZone } from '../contract.ts';

type ZoneInfoCardProps = {
  zone: MapZone;
  /** Moves the focus into the card, for keyboard users. */
  takesFocus: boolean;
  onClose: () => void;
  onViewDetails: ((zone: MapZone) => void) | undefined;
};

/** The content of either map's info window. */
export function ZoneInfoCard({ zone, takesFocus, onClose, onViewDetails }: ZoneInfoCardProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // MapLibre puts its window into the page after its content has rendered.
    const frame = requestAnimationFrame(() => section.current?.querySelector('button')?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  useBackCloses(true, onClose);
  const isFree = zone.availableSpaces > 0;
  return (
    <section
      ref={section}
      aria-label={zone.name}
      data-info-window
      className="relative flex w-[200px] flex-col items-start gap-1.5"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="pr-9 leading-tight font-bold">{zone.name}</p>
      <p className="text-muted text-sm font-medium">{formatRateRange(zone, formatShortHourlyRate)}</p>
      <Badge tone={isFree ? 'positive' : 'danger'}>{formatAvailableSpaces(zone.availableSpaces)}</Badge>
      {onViewDetails ? (
        <button
          type="button"
          className={buttonClass('primary', 'mt-1 min-h-11 w-full text-sm')}
          onClick={() => onViewDetails(zone)}
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

/** The name of the zone's marker for screen readers. */
export function formatZoneLabel(zone: MapZone): string {
  return m.map_marker_label({
    name: zone.name,
    price: formatRateRange(zone, formatHourlyRate),
    spaces: formatAvailableSpaces(zone.availableSpaces),
  });
}

/** Moves the focus back to the marker whose info window was closed. */
export function focusZoneMarker(zoneId: string): void {
  document.querySelector<HTMLElement>(`[data-zone-id="${CSS.escape(zoneId)}"]`)?.focus();
}
