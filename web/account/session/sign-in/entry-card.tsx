import type { ReactNode } from 'react';
import { Logo } from '../../../ui/brand/logo.tsx';
import { useToastClearance } from '../../../ui/use-toast-clearance.ts';

/** There is no navigation below. The room at the end of the card is as high as a toast, which then hides no link. */
const TOAST_GAP_PX = 16;

type EntryCardProps = { title: string; intro: string; children: ReactNode };

/** The frame of the screens for signing up, logging in, passwords and codes. */
export function EntryCard({ title, intro, children }: EntryCardProps) {
  useToastClearance(TOAST_GAP_PX);
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 pt-8 pb-24">
      <div className="flex flex-col gap-6 sm:rounded-3xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-float">
        <header className="flex flex-col items-center gap-2 text-center">
          <span className="mb-2 flex size-18 items-center justify-center rounded-3xl bg-brand">
            <Logo className="h-12" />
          </span>
          <h1 className="text-3xl font-extrabold tracking-tight text-balance">{title}</h1>
          <p className="max-w-full text-balance wrap-break-word text-muted">{intro}</p>
        </header>
        {children}
      </div>
    </div>
  );
}
