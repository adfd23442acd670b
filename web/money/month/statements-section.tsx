import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { use } from 'react';
import { m } from '#messages';
import { formatSigned } from '../../../domain/money/money.ts';
import { IsReadOnly } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { AskButton } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { ShortForm } from '../../ui/form/short-form.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import { DifferencesLink } from '../warnings/money-warnings.tsx';
import { MonthSection, MonthTable } from './file-section.tsx';
import { readStatement, type Statement } from './read-statement.ts';
import { endStatement, importStatement, loadStatements, STATEMENTS } from './statements.ts';

export function StatementsSection({ month }: { month: string }) {
  const query = useQuery({ queryKey: moneyKeys.month(month, 'statements'), queryFn: loadStatements(month) });
  const reading = useAction(readStatement, { needsNetwork: false });
  const end = useAction(endStatement, { invalidates: MONEY_CHANGES });
  const isReadOnly = use(IsReadOnly);
  return (
    <MonthSection
      anchor="statements"
      title={m.statements_title()}
      text={m.statements_text()}
      sum={query.data?.unsettled}
      action={
        !isReadOnly && (
          <label className={buttonClass('secondary', 'relative has-focus-visible:outline-3', 'small')}>
            <FileUp aria-hidden="true" className="size-4" />
            {m.statements_import()}
            <input
              type="file"
              accept=".csv,.txt,text/csv"
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ target }) => {
                if (target.files?.[0]) reading.mutate(target.files[0]);
                // An input reports a corrected file with an unchanged name only when it is empty.
                target.value = '';
              }}
            />
          </label>
        )
      }
    >
      {reading.data && <ReadStatement key={reading.data.id} read={reading.data} onDone={reading.reset} />}
      <QueryState query={query} loading={<SkeletonList label={m.month_loading()} shapes={['h-24']} />}>
        {({ rows }) => (
          <>
            <MonthTable title={m.statements_title()} columns={STATEMENTS.columns} rows={rows} />
            {rows
              .filter((row) => row.posted_at === null && !isReadOnly)
              .map(({ id, number, differences }) => (
                <div key={String(id)} className="flex flex-wrap items-center gap-2 print:hidden">
                  <p className="mr-auto font-semibold wrap-anywhere">
                    {m.statements_waits({ number: String(number), count: Number(differences) })}
                  </p>
                  <DifferencesLink>{m.money_differences_title()}</DifferencesLink>
                  <Button size="small" disabled={end.isPending} onClick={() => end.mutate(['post_settlement', id])}>
                    {m.statements_post_settlement()}
                  </Button>
                  <AskButton
                    label={m.statements_discard_settlement()}
                    question={{
                      title: m.statements_discard_question({ number: String(number) }),
                      variant: 'danger',
                      text: m.statements_discard_text(),
                      label: m.statements_discard_settlement(),
                    }}
                    onYes={() => endStatement(['discard_settlement', id])}
                    action={{ invalidates: MONEY_CHANGES }}
                  />
                </div>
              ))}
          </>
        )}
      </QueryState>
    </MonthSection>
  );
}

/** What a file says, with what an administrator adds from the bank account. */
function ReadStatement({ read, onDone }: { read: Statement; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <p className="font-semibold wrap-anywhere">
        {m.statements_read({ number: read.number, count: read.lines.length, sum: formatSigned(read.sum) })}
      </p>
      <p className="text-muted text-sm wrap-anywhere">{m.statements_columns(read.columns)}</p>
      <ShortForm
        fields={[
          { name: 'deposit_date', label: m.statements_day(), type: 'date', defaultValue: read.period_end },
          { name: 'deposit', label: m.statements_deposit(), defaultValue: read.deposit },
        ]}
        label={m.statements_check()}
        save={(typed) => importStatement({ ...read, ...typed })}
        done={m.statements_imported()}
        invalidates={MONEY_CHANGES}
        onDone={onDone}
      />
    </div>
  );
}
