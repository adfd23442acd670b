import { Pin } from './pin.tsx';

/** What marks the end of a trip, by its name. */
export function DestinationPin({ name }: { name: string }) {
  return (
    <div role="img" aria-label={name} title={name}>
      <Pin isFull={false} />
    </div>
  );
}
