import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { connection } from '../../../data/connection.ts';
import { OverviewCard } from '../overview-card.tsx';
import { describeProbe, describeService, describeUnreadService, type Part } from './describe-part.ts';
import { HealthItem, StateBadge } from './health-item.tsx';
import { loadSystemStatus, SERVICES, type Service, type SystemStatus } from './load-system-status.ts';

/** How each part of the system is, since when, and what to do. */
export function SystemCard() {
  const status = useQuery({ queryKey: ['overview', 'system'], queryFn: ({ signal }) => loadSystemStatus(signal) });
  return (
    <OverviewCard title={m.overview_system()} query={status}>
      {(loaded) => (
        <>
          {loaded.server === null ? <p className="text-muted text-sm">{m.health_without_server()}</p> : null}
          <ul className="divide-line divide-y">
            {listParts(loaded).map(({ name, state, details, advice }) => (
              <HealthItem
                key={name}
                name={name}
                badge={<StateBadge state={state} />}
                details={details}
                advice={advice}
              />
            ))}
          </ul>
        </>
      )}
    </OverviewCard>
  );
}

function listParts({ services, server }: SystemStatus): (Part & { name: string })[] {
  const names: Record<Service, string> = {
    azul: m.health_azul(),
    paypal: m.payment_paypal(),
    locks: m.overview_system_locks({ vendor: connection().config.lockVendorName }),
    mail: m.health_mail(),
    push: m.health_push(),
  };
  return [
    { name: m.overview_system_api(), ...describeProbe(server?.api) },
    { name: m.overview_system_database(), ...describeProbe(server?.database) },
    ...(services?.map((calls) => ({
      name: names[calls.service],
      ...describeService(calls, server?.setups?.[calls.service]),
    })) ??
      SERVICES.map((service) => ({
        name: names[service],
        ...describeUnreadService(service, server?.setups?.[service]),
      }))),
  ];
}
