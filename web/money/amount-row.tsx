type AmountRowProps = { label: string; value: string; detail?: string };

/** A name and an amount. */
export function AmountRow({ label, value, detail }: AmountRowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto flex flex-col text-right font-semibold tabular-nums">
        {value}
        {detail === undefined ? null : <span className="text-muted text-sm font-normal">{detail}</span>}
      </dd>
    </div>
  );
}
