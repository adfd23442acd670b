import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { connection } from '../../data/connection.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatTime, sayByName } from '../../ui/platform/format-time.ts';
import { officeKeys } from '../keys.ts';
import { OverviewCard } from './overview-card.tsx';
import { type Figure, SERVICES, useFigures } from './overview-figures.ts';
import {
  describeCertificate,
  describeFailure,
  describeProbe,
  describeService,
  loadSystemStatus,
  type Part,
  type PartState,
  type Service,
  type SystemStatus,
} from './system-status.ts';

/** How each part of the system is, since when, and what to do. */
export function SystemCard() {
  const status = useQuery({
    queryKey: officeKeys.overview('system'),
    queryFn: ({ signal }) => loadSystemStatus(signal),
  });
  return (
    <OverviewCard title={m.overview_system()} query={status}>
      {(loaded) => (
        <>
          {loaded.server === null ? <p className="text-muted text-sm">{m.health_without_server()}</p> : null}
          <ul className="divide-line divide-y">
            {listParts(loaded).map(({ name, state, details, advice }) => (
              <HealthItem key={name} name={name} state={state} details={details} advice={advice} />
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
    ...SERVICES.map((service) => ({
      name: names[service],
      ...describeService(
        service,
        services?.find((calls) => calls.service === service) ?? null,
        server?.setups?.[service],
      ),
    })),
    ...(server?.certificates ?? []).map(({ certificate, ...expiry }) => ({
      name: m.health_certificate({ certificate }),
      ...describeCertificate(expiry),
    })),
  ];
}

type JobRun = Omit<Figure<'jobs'>, 'job'>;

type Look = { label: string; tone: 'positive' | 'danger' | 'neutral'; icon: LucideIcon };

const LOOKS: Record<PartState | 'late' | 'failed' | 'on-time', Look> = {
  online: { label: m.overview_system_online(), tone: 'positive', icon: CircleCheck },
  valid: { label: m.health_valid(), tone: 'positive', icon: CircleCheck },
  trouble: { label: m.health_trouble(), tone: 'danger', icon: CircleAlert },
  off: { label: m.health_off(), tone: 'neutral', icon: CircleMinus },
  unused: { label: m.health_unused(), tone: 'neutral', icon: CircleDashed },
  unknown: { label: m.health_unknown(), tone: 'neutral', icon: CircleHelp },
  'on-time': { label: m.health_job_on_time(), tone: 'positive', icon: CircleCheck },
  late: { label: m.health_job_late(), tone: 'danger', icon: CircleAlert },
  failed: { label: m.health_job_failed(), tone: 'danger', icon: CircleAlert },
};

type HealthItemProps = {
  name: string;
  state: keyof typeof LOOKS;
  details: readonly string[];
  advice: string | null;
};

/** One part or job: its name, its state in a word and an icon, and what there is to say about it. */
function HealthItem({ name, state, details, advice }: HealthItemProps) {
  const { label, tone, icon: Icon } = LOOKS[state];
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex items-start justify-between gap-4">
        <span className="font-semibold">{name}</span>
        <div className="shrink-0">
          <Badge tone={tone}>
            <Icon aria-hidden="true" className="mr-1 size-4 shrink-0" />
            {label}
          </Badge>
        </div>
      </div>
      {details.map((detail) => (
        <p key={detail} className="text-muted text-sm wrap-anywhere">
          {detail}
        </p>
      ))}
      {advice === null ? null : <p className="text-sm">{advice}</p>}
    </li>
  );
}

/** The scheduled jobs: when each ran, how that went, and when it runs next. */
export function JobsCard() {
  return (
    <OverviewCard
      title={m.health_jobs()}
      text={m.health_jobs_text()}
      query={useFigures('jobs')}
      emptyText={m.health_jobs_none()}
    >
      {(loaded) => (
        <ul className="divide-line divide-y">
          {loaded.map(({ job, ...run }) => (
            <HealthItem
              key={job}
              name={sayByName(`health_job_${job}`) ?? job}
              state={findState(run)}
              details={describeRun(run)}
              advice={run.is_late ? m.health_advice_late() : null}
            />
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function findState({ is_late, error }: JobRun) {
  if (is_late) return 'late';
  return error === null ? 'on-time' : 'failed';
}

function describeRun({ started_at, run_ms, error, succeeded_at, next_run_at, is_late }: JobRun): string[] {
  const seconds = formatNumber(Math.ceil(run_ms / 100) / 10);
  const details: string[] = [m.health_job_ran({ time: formatTime(started_at), seconds })];
  if (error !== null) {
    details.push(describeFailure(error));
    details.push(
      succeeded_at === null ? m.health_no_success() : m.health_last_success({ time: formatTime(succeeded_at) }),
    );
  }
  if (!is_late) details.push(m.health_job_next({ time: formatTime(next_run_at) }));
  return details;
}
