import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { m } from '#messages';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { sayByName } from '../../ui/platform/format-time.ts';
import type { CsvColumn } from '../../ui/table/csv.ts';
import { moneyKeys } from '../keys.ts';
import { MonthSection, MonthTable } from './file-section.tsx';
import { describeSum, type MonthRow } from './month-files.ts';
import { loadBoxes, type Paper, savePaper } from './papers.ts';
import { PurchasesSection } from './purchases-section.tsx';

const COLUMNS: readonly CsvColumn<MonthRow>[] = [
  { header: m.papers_box(), value: ({ box }) => String(box) },
  { header: m.month_text(), value: ({ box }) => sayByName(`papers_box_${box}`) },
  { header: m.papers_entries(), value: ({ entries }) => (entries === null ? null : String(entries)) },
  { header: m.month_total(), value: ({ amount }) => Number(amount) / 100 },
];

/** What DGII wants of a month. */
export function PapersSection({ month }: { month: string }) {
  const query = useQuery({
    queryKey: moneyKeys.month(month, 'it1'),
    queryFn: ({ signal }) => loadBoxes(month, signal),
  });
  const describe = (name: string) =>
    describeSum(sayByName(`papers_box_${name}`) ?? '', query.data?.filter(({ box }) => box === name) ?? [], 'amount');
  const { mutate, isPending } = useAction((paper: Paper) => savePaper(paper, month));
  const papers = ([606, 607, 608] as const).map((paper) => (
    <Button key={paper} variant="secondary" size="small" disabled={isPending} onClick={() => mutate(paper)}>
      <FileText aria-hidden="true" className="size-4" />
      {m[`papers_${paper}` as const]()}
    </Button>
  ));
  return (
    <>
      <MonthSection
        anchor="papers"
        title={m.papers()}
        text={m.papers_text()}
        sum={['33', '34'].map(describe).join(' · ')}
        action={papers}
      >
        <QueryState query={query} loading={<SkeletonList label={m.month_loading()} shapes={['h-24']} />}>
          {(boxes) => <MonthTable title={m.papers()} columns={COLUMNS} rows={boxes} hidesZeros />}
        </QueryState>
      </MonthSection>
      <PurchasesSection month={month} />
    </>
  );
}
