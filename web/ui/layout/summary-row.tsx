/** A row of the summary in a dialog. */
export function SummaryRow({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-[1_1_9rem] flex-col text-right wrap-break-word font-semibold tabular-nums">
        {value}
        {detail ? <span className="text-sm font-normal text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}
