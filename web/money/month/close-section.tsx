import { use, useState } from 'react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { IsReadOnly } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { ReasonField } from '../correction-fields.tsx';
import { moneyKeys } from '../keys.ts';
import { closeMonth, savePackage, useClosedMonth } from './accounting-month.ts';
import { FileSection, MonthSection } from './file-section.tsx';
import { countryTime, OPEN } from './month-files.ts';

/** What is open in a month, and the button that closes it; or who has closed it. */
export function CloseSection({ month }: { month: string }) {
  const query = useClosedMonth(month);
  // Null while nobody is asked.
  const [reason, setReason] = useState<string | null>(null);
  const { mutate, dialog } = useAction(() => closeMonth(month, reason ?? ''), {
    done: m.month_close_done(),
    onClose: () => setReason(null),
    invalidates: [moneyKeys.month(month)],
  });
  const download = useAction(() => savePackage(month));
  const isOffered = !use(IsReadOnly);
  const save = (
    <Button disabled={query.data?.state !== 'ready' || download.isBusy} onClick={() => download.mutate()}>
      {m.month_package()}
    </Button>
  );
  return (
    <>
      <QueryState query={query} loading={<SkeletonList label={m.month_loading()} shapes={['h-40']} />}>
        {(closed) =>
          closed ? (
            <MonthSection anchor={OPEN.file} title={m.month_is_closed()} action={save}>
              <p className="wrap-anywhere">
                {m.month_closed({
                  time: countryTime.format(new Date(closed.closed_at)),
                  name: closed.closed_by,
                  first: `${closed.first_number}`,
                  last: `${closed.last_number}`,
                  reason: closed.reason ?? '–',
                })}
                <br />
                {m[`month_package_${closed.state as 'ready'}` as const]({
                  size: formatNumber(Math.ceil((closed.size ?? 0) / 1000)),
                  hash: closed.hash ?? '',
                })}
              </p>
            </MonthSection>
          ) : (
            <FileSection of={OPEN} month={month}>
              {isOffered && <Button onClick={() => setReason('')}>{m.month_close()}</Button>}
            </FileSection>
          )
        }
      </QueryState>
      {reason === null ? null : (
        <QuestionDialog
          {...dialog}
          title={m.month_close()}
          text={m.month_close_question()}
          label={m.month_close()}
          onConfirm={() => mutate()}
        >
          <ReasonField label={m.month_close_reason()} value={reason} onChange={setReason} />
        </QuestionDialog>
      )}
    </>
  );
}
