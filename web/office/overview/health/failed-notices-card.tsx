import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { OverviewCard } from '../overview-card.tsx';
import { type FailedNotice, loadFailedNotices } from './data.ts';
import { describeNoticeFailure } from './describe-part.ts';
import { type Failure, FailureGroups } from './failure-groups.tsx';

const KINDS = new Map([
  ['confirmed', m.notice_confirmed_title()],
  ['payment_wanted', m.notice_payment_wanted_title()],
  ['changed', m.notice_changed_title()],
  ['cancelled', m.notice_cancelled_title()],
  ['starts_soon', m.notice_starts_soon_title()],
  ['ends_soon', m.notice_ends_soon_title()],
  ['operator_reply', m.notice_operator_reply_title()],
  ['space_out_of_service', m.notice_space_out_of_service_title()],
  ['reservation_over', m.notice_reservation_over_title()],
  ['space_still_used', m.notice_space_still_used_title()],
  ['receipt', m.notice_receipt_title()],
  ['payment_late', m.notice_payment_late_title()],
  ['refund', m.notice_receipt_refund_title()],
  ['taken_back', m.notice_taken_back_title()],
]);

export function useFailedNotices() {
  return useQuery({
    queryKey: ['overview', 'failed-notices'],
    queryFn: ({ signal }) => loadFailedNotices(signal),
  });
}

/** The notifications that were given up in a week, by kind, channel and error. */
export function FailedNoticesCard() {
  const notices = useFailedNotices();
  return (
    <OverviewCard
      title={m.health_failed_notices()}
      text={m.health_last_7_days()}
      query={notices}
      isEmpty={(loaded) => loaded.length === 0}
      emptyText={m.health_failed_notices_none()}
    >
      {(loaded) => <FailureGroups failures={loaded.map(toFailure)} />}
    </OverviewCard>
  );
}

function toFailure({ id, kind, channel, error, failed_at, user_email, of_reason }: FailedNotice): Failure {
  const notice = KINDS.get(kind) ?? kind;
  return {
    id,
    title: channel === 'mail' ? m.health_notice_by_mail({ notice }) : m.health_notice_by_push({ notice }),
    reason: describeNoticeFailure(channel, error),
    code: error,
    count: of_reason,
    time: failed_at,
    email: user_email,
  };
}
