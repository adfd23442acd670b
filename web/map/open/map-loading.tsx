import { LoaderCircle } from 'lucide-react';
import { clearOf } from '../clear-of.ts';
import type { MapPadding } from '../map-view-props.ts';

/** Stands where the map will be, in the middle of what nothing covers. */
export function MapLoading({ padding }: { padding: MapPadding | undefined }) {
  return (
    <div
      role="status"
      className="bg-canvas text-muted flex size-full items-center justify-center gap-2"
      style={clearOf(padding)}
    >
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      Loading map...
    </div>
  );
}
