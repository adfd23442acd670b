import { Marker } from '@vis.gl/react-maplibre';
import { type ParkingSpot, spotLabel } from './parking-spot.ts';
import { Pin } from './pin.tsx';

type SpotMarkerProps = { spot: ParkingSpot; isSelected: boolean; onClick: () => void };

/** A place to park on the map: a pin, struck through when nothing is free, bouncing while selected. */
export function SpotMarker({ spot, isSelected, onClick }: SpotMarkerProps) {
  return (
    <Marker
      longitude={spot.lng}
      latitude={spot.lat}
      anchor="bottom"
      style={{ zIndex: isSelected ? 1 : 0 }}
      onClick={({ originalEvent }) => {
        // The map listens on the same element further up and would take this for a click on empty map.
        originalEvent.stopPropagation();
        onClick();
      }}
    >
      <button
        type="button"
        aria-label={spotLabel(spot)}
        aria-pressed={isSelected}
        data-spot-id={spot.id}
        className="flex size-11 items-end justify-center rounded-full"
      >
        <Pin isFull={spot.availableSpaces <= 0} className={isSelected ? 'origin-bottom animate-bounce' : undefined} />
      </button>
    </Marker>
  );
}
