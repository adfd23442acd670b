import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import type { Period } from '../../../../domain/days/period.ts';
import type { Space, Zone } from '../../../../domain/zones/zone.ts';
import { ICON_BUTTON_CLASS } from '../../../ui/form/icon-button.tsx';
import { ZoneDetails } from '../details/zone-details.tsx';

type ZonePanelProps = {
  zone: Zone | null;
  period: Period | null;
  chosenTime: ReactNode;
  onClose: () => void;
  onReserve: (space: Space, zone: Zone) => void;
};

/** The details of a zone over nine tenths of the screen; Esc, Close and a swipe down close it. */
export function ZonePanel({ zone, period, chosenTime, onClose, onReserve }: ZonePanelProps) {
  // Keeps the last zone during the closing animation.
  const [shown, setShown] = useState(zone);
  if (zone !== null && zone !== shown) setShown(zone);

  return (
    <Drawer.Root open={zone !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-black/50 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Drawer.Popup className="bg-surface shadow-float flex h-[90dvh] w-full max-w-xl [transform:translateY(var(--drawer-swipe-movement-y))] flex-col rounded-t-3xl outline-none transition-transform duration-300 ease-out data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none">
            <div aria-hidden="true" className="bg-field-line/50 mx-auto mt-2 h-1 w-10 shrink-0 rounded-full" />
            <header className="flex shrink-0 items-center gap-2 pt-1 pr-2 pb-1 pl-5">
              <Drawer.Title className="min-w-0 flex-1 text-xl leading-tight font-bold tracking-tight">
                {shown?.name}
              </Drawer.Title>
              <Drawer.Close aria-label={m.action_close()} title={m.action_close()} className={ICON_BUTTON_CLASS}>
                <X aria-hidden="true" className="size-5" />
              </Drawer.Close>
            </header>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-[calc(24px+env(safe-area-inset-bottom))]">
              {shown ? (
                <ZoneDetails
                  zone={shown}
                  headings="h3"
                  period={period}
                  chosenTime={chosenTime}
                  onReserve={(space) => onReserve(space, shown)}
                />
              ) : null}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
