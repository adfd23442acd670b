import { TriangleAlert, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

/** Shown instead of a screen that failed, or that cannot load offline. */
export function ErrorScreen() {
  const retry = <Button onClick={() => window.location.reload()}>Try again</Button>;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      {navigator.onLine ? (
        <StatePanel
          urgent
          icon={TriangleAlert}
          title="Something went wrong"
          text="Parqueo could not show this screen. Your reservations are safe."
          action={retry}
        />
      ) : (
        <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} action={retry} />
      )}
    </main>
  );
}
