/** A row as the server sends it; embedded resources are columns of it. */
export type Row = Record<string, unknown>;

/** Responds with the rows that meet the plain conditions of the request, in the order of the test, and keeps what is written. */
export function respondFromTable(rows: Row[], { method, url, headers }: Request, body: unknown): Response {
  const { searchParams } = new URL(url);
  const meeting = rows.filter((row) =>
    [...searchParams].every(([column, condition]) => !(column in row) || meets(row[column], condition)),
  );
  let sent = meeting;
  if (method === 'POST') {
    sent = [body].flat().map((row) => ({ id: crypto.randomUUID(), created_at: now(), ...(row as Row) }));
    rows.push(...sent);
  }
  if (method === 'PATCH') for (const row of sent) Object.assign(row, body);
  if (method === 'DELETE') for (const row of sent) rows.splice(rows.indexOf(row), 1);
  if (headers.get('prefer')?.includes('return=minimal')) return new Response(null, { status: 204 });
  const status = method === 'POST' ? 201 : 200;
  if (headers.get('accept')?.includes('vnd.pgrst.object')) {
    if (sent.length === 1) return Response.json(sent[0], { status });
    return Response.json(
      { code: 'PGRST116', message: '', details: `${sent.length} rows`, hint: null },
      { status: 406 },
    );
  }
  const offset = Number(searchParams.get('offset') ?? 0);
  const page = sent.slice(offset, offset + Number(searchParams.get('limit') ?? sent.length));
  const range = { 'content-range': `*/${sent.length}` };
  if (method === 'HEAD') return new Response(null, { headers: range });
  return Response.json(page, { headers: range, status });
}

const now = () => new Date().toISOString();

type Comparable = string | number;

const COMPARISONS: Record<string, (value: Comparable, operand: Comparable) => boolean> = {
  gt: (value, operand) => value > operand,
  gte: (value, operand) => value >= operand,
  lt: (value, operand) => value < operand,
  lte: (value, operand) => value <= operand,
};

/** Other conditions than these, such as those of a search, are met: the test gives the rows that it is to find. */
function meets(value: unknown, condition: string): boolean {
  const [, operator = '', operand = ''] = /^(\w+)\.(.*)$/s.exec(condition) ?? [];
  if (operator === 'eq' || operator === 'is') return String(value) === operand;
  if (operator === 'neq') return value !== null && String(value) !== operand;
  if (operator === 'in') return operand.slice(1, -1).split(',').includes(String(value));
  return COMPARISONS[operator]?.(toComparable(value), toComparable(operand)) ?? true;
}

/** A time as its milliseconds. */
function toComparable(value: unknown): Comparable {
  const text = String(value);
  if (text === 'now') return Date.now();
  if (/^\d{4}-\d\d-\d\d/.test(text)) return Date.parse(text);
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
