import type { MapViewProps } from '../map/contract.ts';

/** Stands in for the map, which needs a graphics card: each zone is a button. */
export function MapStub({ label, zones, onMarkerClick }: MapViewProps) {
  return (
    <section aria-label={label}>
      {zones.map((zone) => (
        <button
          key={zone.id}
          type="button"
          title={`${zone.availableSpaces} free`}
          onClick={() => onMarkerClick?.(zone)}
        >
          {`Pin of ${zone.name}`}
        </button>
      ))}
    </section>
  );
}
