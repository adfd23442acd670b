import { type ReactNode, useState } from 'react';
import type { Period } from '../../../../domain/days/period.ts';
import type { Space, Zone } from '../../../../domain/zones/zone.ts';
import { Sheet } from '../../../ui/feedback/sheet.tsx';
import { ZoneDetails } from '../details/zone-details.tsx';

type ZonePanelProps = {
  zone: Zone | null;
  period: Period | null;
  chosenTime: ReactNode;
  onClose: () => void;
  onReserve: (space: Space, zone: Zone) => void;
};

/** The details of a zone over nine tenths of the screen. */
export function ZonePanel({ zone, period, chosenTime, onClose, onReserve }: ZonePanelProps) {
  // Keeps the last zone during the closing animation.
  const [shown, setShown] = useState(zone);
  if (zone !== null && zone !== shown) setShown(zone);

  return (
    <Sheet title={shown?.name} isOpen={zone !== null} onClose={onClose} className="h-[90dvh]">
      {shown ? (
        <ZoneDetails
          zone={shown}
          headings="h3"
          period={period}
          chosenTime={chosenTime}
          onReserve={(space) => onReserve(space, shown)}
        />
      ) : null}
    </Sheet>
  );
}
