import { foldText } from '../../domain/language/fold-text.ts';

/** A row as the server sends it; embedded resources are columns of it. */
export type Row = Record<string, unknown>;

const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);
const TIMESTAMP = /^\d{4}-\d\d-\d\dT/;

/** Runs the request on the rows, which it changes in place, by as much of PostgREST's protocol as the screens use. */
export function respondFromTable(rows: Row[], request: Request, body: unknown): Response {
  const { searchParams } = new URL(request.url);
  const matching = rows.filter((row) => matchesAll(row, searchParams));
  switch (request.method) {
    case 'POST': {
      const added = [body].flat().map((row) => ({ id: crypto.randomUUID(), created_at: now(), ...(row as Row) }));
      rows.push(...added);
      return toResponse(added, added.length, request, 201);
    }
    case 'PATCH':
      for (const row of matching) Object.assign(row, body);
      return toResponse(matching, matching.length, request);
    case 'DELETE':
      for (const row of matching) rows.splice(rows.indexOf(row), 1);
      return toResponse(matching, matching.length, request);
    default: {
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Number(searchParams.get('limit') ?? Number.POSITIVE_INFINITY);
      const sorted = matching.toSorted((a, b) => compareBy(searchParams.get('order'), a, b));
      return toResponse(sorted.slice(offset, offset + limit), matching.length, request);
    }
  }
}

const now = () => new Date().toISOString();

function toResponse(rows: Row[], count: number, request: Request, status = 200): Response {
  const headers = { 'content-range': `${rows.length > 0 ? `0-${rows.length - 1}` : '*'}/${count}` };
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (request.headers.get('prefer')?.includes('return=minimal')) return new Response(null, { status: 204 });
  if (!request.headers.get('accept')?.includes('vnd.pgrst.object')) return Response.json(rows, { headers, status });
  if (rows.length === 1) return Response.json(rows[0], { status });
  const message = 'Cannot coerce the result to a single JSON object';
  return Response.json({ code: 'PGRST116', message, details: `${rows.length} rows`, hint: null }, { status: 406 });
}

function matchesAll(row: Row, filters: URLSearchParams): boolean {
  return [...filters].every(([name, condition]) => {
    // A name with a dot narrows an embedded resource, which the rows hold ready.
    if (RESERVED.has(name) || name.includes('.')) return true;
    if (name === 'or' || name === 'and') return matchesGroup(row, `${name}${condition}`);
    return matches(readColumn(row, name), condition);
  });
}

/** @param group such as `or(status.eq.active,and(a.gt.1,b.lt.2))` */
function matchesGroup(row: Row, group: string): boolean {
  const isMet = (term: string) => {
    if (/^(and|or)\(/.test(term)) return matchesGroup(row, term);
    const dot = term.indexOf('.');
    return matches(row[term.slice(0, dot)], term.slice(dot + 1));
  };
  const terms = splitList(group.slice(group.indexOf('(')));
  return group.startsWith('or') ? terms.some(isMet) : terms.every(isMet);
}

/** The items of `(a,"b,c",d(e,f))`. */
function splitList(text: string): string[] {
  return text.slice(1, -1).match(/(?:"(?:[^"\\]|\\.)*"|\((?:[^()]|\([^()]*\))*\)|[^,])+/g) ?? [];
}

/** What the database sets by itself, for rows without it. */
const SET_COLUMNS: Record<string, (row: Row) => string> = {
  sort_name: ({ name, full_name = name }) => foldText(String(full_name ?? '')),
  search_text: ({ name, location }) => foldText(`${name}\n${location ?? ''}`),
};

const readColumn = (row: Row, column: string) => row[column] ?? SET_COLUMNS[column]?.(row);

const unquote = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text);

function matches(value: unknown, condition: string): boolean {
  const [, not, operator, rest = ''] = condition.match(/^(not\.)?(\w+)\.(.*)$/s) ?? [];
  const operand = unquote(rest);
  const isMet = () => {
    switch (operator) {
      case 'eq':
        return compare(value, operand) === 0;
      case 'neq':
        // Null is neither equal nor different.
        return Math.abs(compare(value, operand)) > 0;
      case 'gt':
        return compare(value, operand) > 0;
      case 'gte':
        return compare(value, operand) >= 0;
      case 'lt':
        return compare(value, operand) < 0;
      case 'lte':
        return compare(value, operand) <= 0;
      case 'is':
        return String(value ?? null) === operand;
      case 'in':
        return splitList(rest).some((item) => compare(value, unquote(item)) === 0);
      case 'like':
        return toPattern(operand).test(String(value));
      case 'cs':
        return Object.entries(JSON.parse(operand)).every(([key, item]) => (value as Row)?.[key] === item);
      default:
        throw new Error(`The fake server has no filter ${condition}`);
    }
  };
  return not ? !isMet() : isMet();
}

function toPattern(operand: string): RegExp {
  const escaped = operand.replace(/\\([%_\\])/g, '$1').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/[*%]/g, '.*')}$`, 's');
}

/** Negative, zero or positive as in a sort; NaN, which no condition takes, where there is no value. */
function compare(value: unknown, operand: unknown): number {
  if (value === null || value === undefined || operand === null || operand === undefined) return Number.NaN;
  const [a, b] = [toComparable(value), toComparable(operand)];
  if (typeof value === 'number') return Number(a) - Number(b);
  return a === b ? 0 : a < b ? -1 : 1;
}

function toComparable(value: unknown): string | number {
  if (typeof value === 'number') return value;
  const text = String(value);
  if (text === 'now') return Date.now();
  return TIMESTAMP.test(text) ? Date.parse(text) : text;
}

/** @param order such as `start_time.desc,id` */
function compareBy(order: string | null, a: Row, b: Row): number {
  for (const term of order?.split(',') ?? []) {
    const [column = '', direction] = term.split('.');
    const difference = compare(readColumn(a, column), readColumn(b, column)) || 0;
    if (difference !== 0) return direction === 'desc' ? -difference : difference;
  }
  return 0;
}
