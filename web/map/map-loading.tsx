import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import { m } from '#messages';
import type { MapPadding } from './contract.ts';

/** Placeholder of the map, centred in what nothing covers; or a note on its picture. */
export function MapLoading({ padding, isOnPicture }: { padding: MapPadding | undefined; isOnPicture?: boolean }) {
  return (
    <div
      role="status"
      className={clsx('text-muted flex size-full items-center justify-center', isOnPicture ? null : 'bg-canvas')}
      style={paddingStyle(padding)}
    >
      <span className={clsx('flex items-center gap-2', isOnPicture && 'bg-raised shadow-float rounded-full px-4 py-2')}>
        <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
        {m.map_loading()}
      </span>
    </div>
  );
}

/** Keeps the loading or error text clear of the sheet and the search. */
export function paddingStyle({ top = 0, right = 0, bottom = 0, left = 0 }: MapPadding = {}): { padding: string } {
  return { padding: `${top}px ${right}px ${bottom}px ${left}px` };
}
