import { MapPinOff, WifiOff } from 'lucide-react';
import { m } from '#messages';
import { PROBLEMS } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { usesGoogle } from './map-service.ts';

/** For the operator, whose key may be wrong. */
const KEYED_MAP = {
  title: m.map_failure_google(),
  hint: m.map_failure_google_hint(),
};
/** For the driver: the map that needs no key fails with the connection or the device's graphics. */
const OPEN_MAP = {
  title: m.map_failure_open(),
  hint: m.map_failure_open_hint(),
};

const OFFLINE = { title: PROBLEMS.offline(), hint: null };

/** Shown instead of the map when its library, style or graphics fail, or the device is offline. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  const { title, hint } = navigator.onLine ? (usesGoogle() ? KEYED_MAP : OPEN_MAP) : OFFLINE;
  const Icon = navigator.onLine ? MapPinOff : WifiOff;
  return (
    <div
      role="alert"
      data-map-failure
      className="bg-canvas flex size-full flex-col items-center justify-center-safe gap-1 overflow-y-auto px-3 text-center text-[min(1rem,4.6vw)] leading-snug"
    >
      <p className="font-semibold">
        <Icon aria-hidden="true" className="text-brand-ink mr-2 inline size-6 align-bottom" />
        {title}
      </p>
      {/* Below the button where the map has little room. */}
      <p className="text-muted order-1 max-w-sm text-[0.875em]">{hint}</p>
      <Button variant="secondary" size="small" className="shrink-0 text-[1em]!" onClick={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  );
}
