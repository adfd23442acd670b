import { useMap } from '@vis.gl/react-google-maps';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ParkingSpot } from '../../contract.ts';
import { Pin } from '../../markers/marker-icons.tsx';
import { formatSpotLabel } from '../../markers/spot-label.ts';
import { useMarkerButton } from './use-marker-button.ts';

type GoogleSpotPinProps = {
  marker: google.maps.marker.AdvancedMarkerElement;
  spot: ParkingSpot;
  isSelected: boolean;
  onClick: (how: { byKeyboard: boolean }) => void;
};

/** A pin, struck through when nothing is free, bouncing while selected. */
export function GoogleSpotPin({ marker, spot, isSelected, onClick }: GoogleSpotPinProps) {
  const map = useMap();
  const { lat, lng } = spot;
  useMarkerButton(marker, { title: formatSpotLabel(spot), zIndex: isSelected ? 1 : 0, onClick });
  useEffect(() => {
    marker.dataset.spotId = spot.id;
    // Reached from the keyboard, a pin may be off the map.
    const show = () => {
      if (marker.matches(':focus-visible')) map?.panTo({ lat, lng });
    };
    marker.addEventListener('focus', show);
    return () => marker.removeEventListener('focus', show);
  }, [marker, map, spot.id, lat, lng]);
  if (!(marker.content instanceof Element)) return null;
  return createPortal(
    <span className="flex size-11 items-end justify-center">
      <Pin isFull={spot.availableSpaces <= 0} className={isSelected ? 'origin-bottom animate-bounce' : undefined} />
    </span>,
    marker.content,
  );
}
