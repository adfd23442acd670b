import './spot-card.css';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { formatShortHourlyRate } from '../../../domain/money/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useBackCloses } from '../../ui/platform/use-back-closes.ts';
import type { ParkingSpot } from '../contract.ts';
import { formatAvailableSpaces, formatSpotPrice } from './spot-label.ts';

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
    if (takesFocus) section.current?.querySelector('button')?.focus();
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
