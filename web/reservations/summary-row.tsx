/** A row of the summary in a dialog. */
export function SummaryRow({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto flex min-w-0 flex-col text-right font-semibold tabular-nums">
        {value}
        {detail ? <span className="text-sm font-normal text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}
