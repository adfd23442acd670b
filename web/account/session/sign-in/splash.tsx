import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { Logo } from '../../../ui/brand/logo.tsx';

/** The logo alone until the session is known. On phones the page shows the start of the map behind it; see start.css. */
export function Splash() {
  return (
    <div
      data-splash=""
      role="status"
      aria-label={m.session_loading({ app: getInstallation().appName })}
      className="flex min-h-dvh items-center justify-center bg-brand"
    >
      <Logo className="h-24" />
    </div>
  );
}
