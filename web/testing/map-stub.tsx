import type { MapViewProps } from '../map/contract.ts';

/** Stands in for the map, which needs a graphics card: each spot is a button. */
export function MapStub({ label, parkingSpots, onMarkerClick }: MapViewProps) {
  return (
    <section aria-label={label}>
      {parkingSpots.map((spot) => (
        <button
          key={spot.id}
          type="button"
          title={`${spot.availableSpaces} free`}
          onClick={() => onMarkerClick?.(spot)}
        >
          {`Pin of ${spot.name}`}
        </button>
      ))}
    </section>
  );
}
