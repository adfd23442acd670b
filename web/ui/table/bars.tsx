import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';

/** A bar of a chart, and a row of its table. */
export type ChartRow = {
  id: string;
  label: string;
  /** At the axis, where there is little room. */
  shortLabel: string;
  value: number;
  /** The value as people read it. */
  text: string;
  /** Where the row links to. */
  to: string;
  /** Whether it is still to come, such as a later hour of today. */
  isAhead?: boolean;
};

const TICK = { fill: 'var(--color-muted)', fontSize: 12 };
const LONGEST_NAME = 16;

const shorten = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

export type BarsProps = {
  rows: readonly ChartRow[];
  /** Columns for time, lying bars for names. */
  shape: 'columns' | 'lying';
  formatTick: (value: number) => string;
  onOpen: (row: ChartRow) => void;
};

/** The picture of a chart. It does not move; keyboards and screen readers have its table. */
export function Bars({ rows, shape, formatTick, onOpen }: BarsProps) {
  const isLying = shape === 'lying';
  const labels = { dataKey: 'shortLabel', tick: TICK, tickLine: false, stroke: 'var(--color-field-line)' };
  const values = { tick: TICK, tickLine: false, axisLine: false, allowDecimals: false, tickFormatter: formatTick };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        layout={isLying ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={isLying ? '25%' : '15%'}
      >
        <CartesianGrid stroke="var(--color-line)" vertical={isLying} horizontal={!isLying} />
        {isLying ? (
          <>
            <XAxis type="number" {...values} />
            <YAxis type="category" {...labels} tick={NameTick} width={112} interval={0} />
          </>
        ) : (
          <>
            <XAxis type="category" {...labels} minTickGap={12} />
            <YAxis type="number" {...values} width="auto" />
          </>
        )}
        <Tooltip cursor={{ fill: 'var(--color-brand-wash)' }} isAnimationActive={false} content={<BarTooltip />} />
        <Bar
          dataKey="value"
          isAnimationActive={false}
          radius={isLying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
          className="cursor-pointer"
          onClick={({ payload }) => onOpen(payload as ChartRow)}
        >
          {rows.map(({ id, isAhead = false }) => (
            <Cell
              key={id}
              fill={isAhead ? 'var(--color-brand-wash)' : 'var(--color-brand-ink)'}
              stroke="var(--color-brand-ink)"
              strokeDasharray={isAhead ? '3 2' : undefined}
            />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

/** On one line, where the library would break it into words. */
function NameTick({ x, y, payload }: YAxisTickContentProps) {
  return (
    <text x={x} y={y} dy="0.35em" textAnchor="end" {...TICK}>
      {shorten(String(payload.value))}
    </text>
  );
}

type BarTooltipProps = { active?: boolean; payload?: readonly { payload?: ChartRow }[] };

function BarTooltip({ active = false, payload = [] }: BarTooltipProps) {
  const row = payload[0]?.payload;
  if (!active || row === undefined) return null;
  return (
    <div className="rounded-control border-line bg-raised shadow-float border px-3 py-2 text-sm">
      <p className="text-muted">{row.label}</p>
      <p className="font-semibold tabular-nums">{row.text}</p>
    </div>
  );
}
