import { CalendarPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';

const ForDriverDialog = lazy(async () => ({ default: (await import('./for-driver-dialog.tsx')).ForDriverDialog }));

type ForDriverButtonProps = {
  /** Begins with this zone. */
  zoneId: string | null;
  /** Whether drivers have vehicles and wallets of their own. */
  isLive: boolean;
};

export function ForDriverButton({ zoneId, isLive }: ForDriverButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <CalendarPlus aria-hidden="true" className="size-5 shrink-0" />
        {m.for_driver_open()}
      </Button>
      {isOpen ? (
        <Suspense>
          <ForDriverDialog place={{ zoneId: zoneId ?? undefined }} isLive={isLive} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
