import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { m } from '#messages';
import { formatSigned } from '../../../domain/money/money.ts';
import { IsReadOnly } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { MONEY_CHANGES, moneyKeys } from '../keys.ts';
import { DifferencesLink } from '../warnings/money-warnings.tsx';
import { MonthSection, MonthTable } from './file-section.tsx';
import type { SectionOfMonth } from './papers-section.tsx';
import { readStatement, type Statement } from './read-statement.ts';
import { endStatement, importStatement, listStatements, STATEMENTS } from './statements.ts';

export function StatementsSection({ month }: SectionOfMonth) {
  const query = useQuery({ queryKey: moneyKeys.month(month, 'statements'), queryFn: listStatements(month) });
  const reading = useAction(readStatement, { needsNetwork: false });
  const ending = useAction(endStatement, { invalidates: MONEY_CHANGES });
  const isReadOnly = use(IsReadOnly);
  return (
    <MonthSection
      title={m.statements_title()}
      text={m.statements_text()}
      action={
        isReadOnly ? null : (
          <TextField
            type="file"
            accept=".csv,.txt,text/csv"
            label={m.statements_import()}
            onChange={({ target }) => target.files?.[0] && reading.mutate(target.files[0])}
          />
        )
      }
    >
      {reading.data && <ReadStatement key={reading.data.file_hash} read={reading.data} onDone={reading.reset} />}
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
                  {(['post_settlement', 'discard_settlement'] as const).map((how) => (
                    <Button key={how} size="small" disabled={ending.isPending} onClick={() => ending.mutate([how, id])}>
                      {m[`statements_${how}` as const]()}
                    </Button>
                  ))}
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
  const [id] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAction((typed: object) => importStatement({ ...read, ...typed, id }), {
    done: m.statements_imported(),
    invalidates: MONEY_CHANGES,
    onSuccess: onDone,
  });
  return (
    <form
      className="flex flex-col gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      <p className="font-semibold wrap-anywhere">
        {m.statements_read({ number: read.number, count: read.lines.length, sum: formatSigned(read.sum) })}
      </p>
      <p className="text-muted text-sm wrap-anywhere">{m.statements_columns(read.columns)}</p>
      <TextField required type="date" label={m.statements_day()} name="deposit_date" defaultValue={read.period_end} />
      <TextField required label={m.statements_deposit()} name="deposit" defaultValue={read.deposit} />
      <Button type="submit" disabled={isPending}>
        {m.statements_check()}
      </Button>
    </form>
  );
}
