import { Drawer } from '@base-ui/react/drawer';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { ICON_BUTTON_CLASS } from '../form/icon-button.tsx';

type SheetProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/** A dialog that comes from below; Esc, Close and a swipe down close it. */
export function Sheet({ title, isOpen, onClose, className, children }: SheetProps) {
  return (
    <Drawer.Root open={isOpen} onOpenChange={(isStillOpen) => isStillOpen || onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-black/50 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Drawer.Popup
            className={clsx(
              'bg-surface shadow-float flex max-h-[90dvh] w-full max-w-xl [transform:translateY(var(--drawer-swipe-movement-y))] flex-col rounded-t-3xl outline-none transition-transform duration-300 ease-out data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none',
              className,
            )}
          >
            <div aria-hidden="true" className="bg-field-line/50 mx-auto mt-2 h-1 w-10 shrink-0 rounded-full" />
            <header className="flex shrink-0 items-center gap-2 pt-1 pr-2 pb-1 pl-5">
              <Drawer.Title className="min-w-0 flex-1 text-xl leading-tight font-bold tracking-tight">
                {title}
              </Drawer.Title>
              <Drawer.Close aria-label={m.action_close()} title={m.action_close()} className={ICON_BUTTON_CLASS}>
                <X aria-hidden="true" className="size-5" />
              </Drawer.Close>
            </header>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-[calc(24px+env(safe-area-inset-bottom))]">
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
