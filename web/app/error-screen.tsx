import { TriangleAlert, WifiOff } from 'lucide-react';
import { Link, useRouteError } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { paths } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button, buttonClass } from '../ui/form/button.tsx';
import { ServerNotReachableError } from '../ui/platform/browser-config.ts';
import { isOnline } from '../ui/platform/connection-state.ts';
import { Shell } from './shell.tsx';

/** The messages of browsers that could not load a file of the app, even while they believe to be online. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/i;

/** Shown instead of a screen that failed, or that cannot load without the server: the way on leads by a new try, or to the map. */
export function ErrorScreen() {
  const error = useRouteError();
  const app = getInstallation().appName;
  const isUnreachable =
    error instanceof ServerNotReachableError || (error instanceof Error && NOT_LOADED.test(error.message));
  const action = (
    <div className="mt-2 flex flex-col gap-3">
      <Button onClick={() => window.location.reload()}>{m.action_try_again()}</Button>
      <Link to={paths.map} className={buttonClass('secondary')}>
        {m.action_back_to_map()}
      </Link>
    </div>
  );
  const panel =
    isOnline() && !isUnreachable
      ? { icon: TriangleAlert, title: m.app_error_title(), text: m.app_error_text({ app }) }
      : { icon: WifiOff, title: isOnline() ? m.problem_server_not_reachable({ app }) : m.problem_offline() };
  return (
    <div className="flex flex-1 flex-col justify-center">
      <StatePanel urgent offersSupport={isOnline()} {...panel} action={action} />
    </div>
  );
}

/** The error screen with the bars of the app, for what fails around the screens. */
export const ErrorPage = () => (
  <Shell withNavigation knowsSession={false}>
    <ErrorScreen />
  </Shell>
);
