import { MapPinOff, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { getMapServiceName, usesGoogle } from './map-service.ts';

/** Shown instead of the map when its library, style or graphics fail, or the device is offline. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  const hint = usesGoogle()
    ? 'Add a maps key to the environment configuration (GOOGLE_MAPS_API_KEY).'
    : 'Add a maps key to the environment configuration, or check the map style that is set there.';
  return (
    <div
      role="alert"
      className="bg-canvas flex size-full flex-col items-center justify-center gap-2 overflow-y-auto p-6 text-center"
    >
      {navigator.onLine ? (
        <>
          <MapPinOff aria-hidden="true" className="text-brand-ink size-8 shrink-0" />
          <p className="font-semibold">{`Error loading ${getMapServiceName()}. Please check your API key.`}</p>
          <p className="text-muted max-w-sm text-sm">{hint}</p>
        </>
      ) : (
        <>
          <WifiOff aria-hidden="true" className="text-brand-ink size-8 shrink-0" />
          <p className="font-semibold">{PROBLEMS.offline}</p>
        </>
      )}
      <Button variant="secondary" className="mt-1 shrink-0" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
