import { TriangleAlert, WifiOff } from 'lucide-react';
import { useRouteError } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button } from '../ui/form/button.tsx';
import { ServerNotReachableError } from '../ui/platform/browser-config.ts';
import { TopBar } from './shell.tsx';

/** Shown instead of a screen that failed, or that cannot load without the server. */
export function ErrorScreen() {
  const error = useRouteError();
  const app = getInstallation().appName;
  const action = <Button onClick={() => window.location.reload()}>{m.action_try_again()}</Button>;
  if (navigator.onLine && !(error instanceof ServerNotReachableError)) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <StatePanel
          urgent
          icon={TriangleAlert}
          title={m.app_error_title()}
          text={m.app_error_text({ app })}
          action={action}
        />
      </main>
    );
  }
  const title = navigator.onLine ? m.problem_server_not_reachable({ app }) : m.problem_offline();
  return (
    <>
      <TopBar />
      <main className="flex flex-1 items-center justify-center">
        <StatePanel urgent icon={WifiOff} title={title} action={action} />
      </main>
    </>
  );
}
