import { TriangleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

/** What is shown when the product itself fails; reloading is the way out. */
export function ErrorScreen() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <StatePanel
        urgent
        icon={TriangleAlert}
        title="Something went wrong"
        text="Parqueo could not show this screen. Your reservations are safe."
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      />
    </main>
  );
}
