import { createPortal } from 'react-dom';
import { useMarkerButton } from './use-marker-button.ts';

type GoogleClusterBadgeProps = { marker: google.maps.marker.AdvancedMarkerElement; count: number };

/** What the marker of several places to park shows; the clusterer listens to its clicks. */
export function GoogleClusterBadge({ marker, count }: GoogleClusterBadgeProps) {
  useMarkerButton(marker, { title: `${count} parking zones, zoom in`, zIndex: 0 });
  if (!(marker.content instanceof Element)) return null;
  return createPortal(
    <span className="bg-brand text-on-brand flex size-11 items-center justify-center rounded-full border-[3px] border-white text-base font-bold shadow-md ring-2 ring-[#c6dc2c]">
      {count}
    </span>,
    marker.content,
  );
}
