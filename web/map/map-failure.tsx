import { MapPinOff, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { usesGoogle } from './map-service.ts';

/** For the operator, whose key may be wrong. */
const KEYED_MAP = {
  title: 'Error loading Google Maps. Please check your API key.',
  hint: 'Add a maps key to the environment configuration (GOOGLE_MAPS_API_KEY).',
};
/** For the driver: the map that needs no key fails with the connection or the device's graphics. */
const OPEN_MAP = {
  title: 'The map cannot be shown right now',
  hint: 'You can go on without it: choose from the list. Or check your connection and try again.',
};

/** Shown instead of the map when its library, style or graphics fail, or the device is offline. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  const { title, hint } = usesGoogle() ? KEYED_MAP : OPEN_MAP;
  return (
    <div
      role="alert"
      className="bg-canvas flex size-full flex-col items-center justify-center-safe gap-2 overflow-y-auto p-3 text-center"
    >
      {navigator.onLine ? (
        <>
          <p className="font-semibold">
            <MapPinOff aria-hidden="true" className="text-brand-ink mr-2 inline size-6 align-bottom" />
            {title}
          </p>
          <p className="text-muted max-w-sm text-sm">{hint}</p>
        </>
      ) : (
        <p className="font-semibold">
          <WifiOff aria-hidden="true" className="text-brand-ink mr-2 inline size-6 align-bottom" />
          {PROBLEMS.offline}
        </p>
      )}
      <Button variant="secondary" className="mt-1 shrink-0" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
