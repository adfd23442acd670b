import { LoaderCircle } from 'lucide-react';
import { m } from '#messages';
import type { MapPadding } from './contract.ts';

/** Placeholder of the map, centred in what nothing covers. */
export function MapLoading({ padding }: { padding: MapPadding | undefined }) {
  return (
    <div
      role="status"
      className="bg-canvas text-muted flex size-full items-center justify-center gap-2"
      style={paddingStyle(padding)}
    >
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      {m.map_loading()}
    </div>
  );
}

/** Keeps what is shown instead of the map clear of what covers it. */
export function paddingStyle({ top = 0, right = 0, bottom = 0, left = 0 }: MapPadding = {}): { padding: string } {
  return { padding: `${top}px ${right}px ${bottom}px ${left}px` };
}
