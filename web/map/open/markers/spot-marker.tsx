import { Marker, useMap } from '@vis.gl/react-maplibre';
import type { ParkingSpot } from '../../contract.ts';
import { Pin } from '../../markers/marker-icons.tsx';
import { formatSpotLabel } from '../../markers/spot-label.ts';

type SpotMarkerProps = {
  spot: ParkingSpot;
  isSelected: boolean;
  /** `byKeyboard` when a key did it, not a pointer. */
  onClick: (how: { byKeyboard: boolean }) => void;
};

/** A pin, struck through when nothing is free, bouncing while selected. */
export function SpotMarker({ spot, isSelected, onClick }: SpotMarkerProps) {
  const { current: map } = useMap();
  return (
    <Marker
      longitude={spot.lng}
      latitude={spot.lat}
      anchor="bottom"
      style={{ zIndex: isSelected ? 1 : 0 }}
      onClick={({ originalEvent }) => {
        // The map listens on the same element further up and would take this for a click on empty map.
        originalEvent.stopPropagation();
        onClick({ byKeyboard: originalEvent.detail === 0 });
      }}
    >
      <button
        type="button"
        aria-label={formatSpotLabel(spot)}
        aria-pressed={isSelected}
        data-spot-id={spot.id}
        onFocus={({ currentTarget }) => {
          // Reached from the keyboard, a pin may be under the sheet or off the map.
          if (currentTarget.matches(':focus-visible')) map?.easeTo({ center: [spot.lng, spot.lat] });
        }}
        className="flex size-11 items-end justify-center rounded-full"
      >
        <Pin isFull={spot.availableSpaces <= 0} className={isSelected ? 'origin-bottom animate-bounce' : undefined} />
      </button>
    </Marker>
  );
}
