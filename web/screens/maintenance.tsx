import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatClock, formatDay, getClock } from '../../domain/language/format.ts';
import { PROBLEMS } from '../../domain/problems.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { publicSettingsQuery } from '../data/public-settings.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { NavigateButton } from '../ui/navigate-button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { SupportLinks } from '../ui/support-links.tsx';

/** Instead of the screens that reserve, while the operator maintains the installation. It looks again by itself. */
export function MaintenanceScreen() {
  const { data, dataUpdatedAt, isFetching, isError, fetchStatus, refetch } = useQuery(publicSettingsQuery);
  const isSignedIn = useUser() !== null;
  const since = data?.maintenanceSince;
  const checked = dataUpdatedAt === 0 ? '' : m.maintenance_checked({ time: formatClock(new Date(dataUpdatedAt)) });
  const problem = fetchStatus === 'paused' ? PROBLEMS.offline() : PROBLEMS['server-not-reachable']();
  return (
    <div className="flex flex-1 flex-col items-center justify-center pb-8">
      <h1 className="sr-only">{m.maintenance_heading()}</h1>
      <StatePanel
        icon={Wrench}
        title={m.maintenance_title({ app: getInstallation().appName })}
        text={since ? m.maintenance_since({ ...getClock(since), day: formatDay(since) }) : m.maintenance_text()}
      />
      <div className="flex w-full max-w-xs flex-col gap-3 px-4">
        {isSignedIn ? <NavigateButton to={paths.activity}>{m.maintenance_to_activity()}</NavigateButton> : null}
        <Button variant="secondary" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? m.status_loading() : m.action_try_again()}
        </Button>
        <p role="status" className="min-h-5 text-center text-sm text-muted">
          {isError || fetchStatus === 'paused' ? problem : checked}
        </p>
        <SupportLinks />
      </div>
    </div>
  );
}
