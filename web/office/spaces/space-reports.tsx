import { useQuery } from '@tanstack/react-query';
import { CarFront } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { SPACE_CHANGES } from '../../booking/keys.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { officeKeys } from '../keys.ts';
import { freeReportedSpace, listOpenReports, resolveReport, type SpaceReport } from './spaces.ts';

const REFRESH_MS = 30_000;

/** The spaces that drivers found taken, read again as often as this where they are worked on. */
export const useOpenReports = (refetchInterval: number | false = false) =>
  useQuery({ queryKey: officeKeys.reports(), queryFn: listOpenReports, refetchInterval });

/** The spaces that drivers found taken, until somebody looks after them; nothing without any. */
export function SpaceReports() {
  const titleId = useId();
  const { data, error } = useOpenReports(REFRESH_MS);
  if (data === undefined) return error ? <p role="alert">{toErrorMessage(error)}</p> : null;
  if (data.rows.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 rounded-card border border-danger bg-surface p-4">
      <h2 id={titleId} className="flex items-center gap-2 font-bold">
        <CarFront aria-hidden="true" className="size-5 shrink-0 text-danger" />
        {m.space_reports_title()}
        <Badge tone="danger">{data.rows.length}</Badge>
      </h2>
      <ul className="divide-y divide-line">
        {data.rows.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

function Report({ report }: { report: SpaceReport }) {
  const titleId = useId();
  const resolution = useAction((resolve: (report: SpaceReport) => Promise<void>) => resolve(report), {
    done: m.space_report_resolved({ space: formatSpaceInZone(report.space) }),
    invalidates: SPACE_CHANGES,
  });
  const { driver, newSpace, createdAt, late } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p id={titleId} className="font-semibold wrap-anywhere">
          {formatSpaceInZone(report.space)}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {m.space_report_by({ driver: driver || m.space_reservation_unnamed_driver(), time: formatTime(createdAt) })}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {newSpace ? m.space_report_moved({ space: formatSpaceInZone(newSpace) }) : m.space_report_not_moved()}
        </p>
        {late ? (
          <Link to={paths.adminTab('reservations', { dialog: `reservation.${late.id}` })} className="text-sm underline">
            {m.space_report_late({ plate: late.vehiclePlate ?? m.today_no_plate() })}
          </Link>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-describedby={titleId}
          disabled={resolution.isPending}
          onClick={() => resolution.mutate(freeReportedSpace)}
        >
          {m.space_report_free()}
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-describedby={titleId}
          disabled={resolution.isPending}
          onClick={() => resolution.mutate(resolveReport)}
        >
          {m.space_report_close()}
        </Button>
      </div>
    </li>
  );
}
