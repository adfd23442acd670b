import { LoaderCircle } from 'lucide-react';

/** Stands where the map will be. */
export function MapLoading() {
  return (
    <div role="status" className="bg-canvas text-muted flex size-full items-center justify-center gap-2">
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      Loading map...
    </div>
  );
}
