import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { formatNumber } from '../../../../domain/language/format.ts';
import { formatTime } from '../../../ui/format-time.ts';
import { OverviewCard } from '../overview-card.tsx';
import { type JobRun, loadJobs } from './data.ts';
import { describeFailure } from './describe-failure.ts';
import { HealthItem, StateBadge } from './health-item.tsx';

const LABELS = new Map([
  ['due_work', m.health_job_due_work()],
  ['notifications', m.health_job_notifications()],
  ['payments', m.health_job_payments()],
  ['fiscal', m.health_job_fiscal()],
  ['mail', m.health_job_mail()],
  ['retention', m.health_job_retention()],
  ['books', m.health_job_books()],
  ['backup', m.health_job_backup()],
  ['add_up_days', m.health_job_add_up_days()],
]);

/** The scheduled jobs: when each ran, how that went, and when it runs next. */
export function JobsCard() {
  const jobs = useQuery({ queryKey: ['overview', 'jobs'], queryFn: ({ signal }) => loadJobs(signal) });
  return (
    <OverviewCard
      title={m.health_jobs()}
      text={m.health_jobs_text()}
      query={jobs}
      isEmpty={(loaded) => loaded.length === 0}
      emptyText={m.health_jobs_none()}
    >
      {(loaded) => (
        <ul className="divide-line divide-y">
          {loaded.map((run) => (
            <HealthItem
              key={run.job}
              name={LABELS.get(run.job) ?? run.job}
              badge={<StateBadge state={findState(run)} />}
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
