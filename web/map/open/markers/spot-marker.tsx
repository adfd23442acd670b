import type { ParkingSpot } from '../../contract.ts';
import { Pin } from '../../markers/marker-icons.tsx';
import { formatSpotLabel } from '../../markers/spot-label.ts';
import { useMapSurface } from './map-surface.ts';

type SpotMarkerProps = {
  spot: ParkingSpot;
  isSelected: boolean;
  /** `byKeyboard` when a key did it, not a pointer. */
  onClick: (how: { byKeyboard: boolean }) => void;
};

/** A pin, struck through when nothing is free, bouncing while selected. */
export function SpotMarker({ spot, isSelected, onClick }: SpotMarkerProps) {
  const { Marker, moveTo } = useMapSurface();
  return (
    <Marker
      position={spot}
      anchor="bottom"
      isOnTop={isSelected}
      onClick={({ detail }) => onClick({ byKeyboard: detail === 0 })}
    >
      <button
        type="button"
        aria-label={formatSpotLabel(spot)}
        aria-pressed={isSelected}
        data-spot-id={spot.id}
        onFocus={({ currentTarget }) => {
          // Reached from the keyboard, a pin may be under the sheet or off the map.
          if (currentTarget.matches(':focus-visible')) moveTo(spot);
        }}
        className="flex size-11 items-end justify-center rounded-full"
      >
        <Pin isFull={spot.availableSpaces <= 0} className={isSelected ? 'origin-bottom animate-bounce' : undefined} />
      </button>
    </Marker>
  );
}
