import pg, { type Pool } from 'pg';
import { readErrorCode } from '../error-code.ts';
import type { ConnectionTarget } from './address.ts';

/** A parameter of a statement. An object is written as `sql.json(object)`. */
type Value = string | number | boolean | Date | Uint8Array | null | readonly Value[];
export type Row = Record<string, unknown>;
/** The rows of a statement, how many it read or changed, and what PostgreSQL says it did, such as `INSERT`. */
export type Rows<T extends readonly object[]> = T & { readonly count: number; readonly command: string };

export type Query = { text: string; values: unknown[] };
export type Run = (query: Query) => Promise<Rows<Row[]>>;

type Render = (values: unknown[], before: string) => string;

/** A part of a statement that writes its own text: names, columns with their values, JSON. */
class Part {
  readonly render: Render;

  constructor(render: Render) {
    this.render = render;
  }
}

/** A statement that runs when it is awaited. It may instead be a part of another one. */
export class Statement<T extends readonly object[] = Row[]> extends Part implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #run: Run;
  #result: Promise<Rows<T>> | undefined;

  constructor(render: Render, run: Run) {
    super(render);
    this.#run = run;
  }

  async #start(): Promise<Rows<T>> {
    const values: unknown[] = [];
    const query = { text: this.render(values, ''), values };
    return (await this.#run(query)) as unknown as Rows<T>;
  }

  #execute(): Promise<Rows<T>> {
    this.#result ??= this.#start();
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: as a promise that began at once it could be no part of another statement.
  then: Promise<Rows<T>>['then'] = (onDone, onFailed) => this.#execute().then(onDone, onFailed);
  catch: Promise<Rows<T>>['catch'] = (onFailed) => this.#execute().catch(onFailed);
  finally: Promise<Rows<T>>['finally'] = (onOver) => this.#execute().finally(onOver);
}

/** The type of a parameter where PostgreSQL would not see it by itself. */
function castOf(value: unknown): string {
  if (value instanceof Date) return '::timestamptz';
  if (value instanceof Uint8Array) return '::bytea';
  return typeof value === 'boolean' ? '::boolean' : '';
}

/** @throws TypeError for what is undefined, which the driver would write as null */
function renderPart(part: unknown, values: unknown[], before = ''): string {
  if (part instanceof Part) return part.render(values, before);
  if (part === undefined || (Array.isArray(part) && part.includes(undefined))) {
    throw new TypeError(`A value of a statement is undefined, after: ${before}`);
  }
  return `$${values.push(part)}${castOf(part)}`;
}

function renderTemplate([first = '', ...texts]: readonly string[], parts: readonly unknown[], values: unknown[]) {
  return texts.reduce((text, next, index) => text + renderPart(parts[index], values, text) + next, first);
}

/** A name, also with its schema. */
const quote = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');

const SET = /\bset\s*$/i;

/** Names of columns, `set` with its columns, or the columns and values of `insert into`. */
function renderColumns(columns: readonly (string | Row)[], values: unknown[], before: string): string {
  if (columns.every((column) => typeof column === 'string')) return columns.map(quote).join(', ');
  const rows = columns.filter((column) => typeof column !== 'string');
  const keys = Object.keys(rows[0] ?? {});
  const renderValue = (row: Row, key: string) => renderPart(row[key], values, `${before} ${key}`);
  if (SET.test(before)) return keys.map((key) => `${quote(key)} = ${renderValue(rows[0] ?? {}, key)}`).join(', ');
  const renderRow = (row: Row) => `(${keys.map((key) => renderValue(row, key)).join(', ')})`;
  return `(${keys.map(quote).join(', ')}) values ${rows.map(renderRow).join(', ')}`;
}

/** What the tag of a template is called with. */
export type StatementParts = [template: TemplateStringsArray, ...parts: (Value | Part)[]];

/** Writes statements: a template of text, values and parts. */
export type Executor = {
  <T extends readonly object[] = Row[]>(...statement: StatementParts): Statement<T>;
  /** A name, several names, or a row or rows to write. */
  (columns: string | object | readonly (string | object)[]): Part;
  /** Takes the text as it is: several statements, or one with parameters. */
  unsafe: <T extends readonly object[] = Row[]>(text: string, values?: readonly (Value | Part)[]) => Statement<T>;
  json: (value: unknown) => Part;
};

const json = (value: unknown) =>
  new Part((values) => `${renderPart(value === null ? null : JSON.stringify(value), values)}::jsonb`);

export function createExecutor(run: Run): Executor {
  const write = (first: string | Row | TemplateStringsArray, ...parts: unknown[]) => {
    if (Array.isArray(first) && 'raw' in first) {
      return new Statement((values) => renderTemplate(first, parts, values), run);
    }
    return new Part((values, before) => renderColumns([first].flat(), values, before));
  };
  const unsafe = (text: string, parameters: readonly unknown[] = []) =>
    new Statement((values) => {
      for (const parameter of parameters) renderPart(parameter, values);
      return text;
    }, run);
  return Object.assign(write, { unsafe, json }) as Executor;
}

export type TransactionSql = Executor;
export type Work<T> = (tx: TransactionSql) => T | PromiseLike<T>;

/** A connection of its own, whose settings and locks end when it is closed. */
export type ReservedSql = Executor & { close: () => void };

/** The statements of the database's owner, on any connection of a pool. */
export type Sql = Executor & {
  /** Where its connections lead. */
  readonly target: ConnectionTarget;
  readonly pool: Pool;
  /**
   * Runs `work` in a transaction, of which nothing stays when it or one of its statements fails.
   * @param characteristics such as `read only`
   */
  begin: <T>(work: Work<T>, characteristics?: string) => Promise<T>;
  reserve: () => Promise<ReservedSql>;
  /**
   * Listens on a connection of its own until the pool ends, and on another one when that is lost.
   * @param onListening is called for each connection, since messages in between are lost
   */
  listen: (channel: string, onMessage: (message: string) => void, onListening: () => void) => void;
  /** Waits for the statements that run, a few seconds unless given, and ends the others with their connections. */
  end: (waitMs?: number) => Promise<void>;
};

/** Nothing is done any more in a transaction of which a statement failed. */
const FAILED_TRANSACTION = '25P02';

/**
 * Runs `work` in a transaction.
 * @param characteristics such as `read only`
 * @throws what `work` throws, else the error of the first statement that failed, even when `work` has caught it
 */
export async function runTransaction<T>(run: Run, characteristics: string, work: Work<T>): Promise<T> {
  const control = (text: string) => run({ text, values: [] });
  let failure: unknown;
  let isOver = false;
  const runWithin: Run = async (query) => {
    if (isOver) throw new Error('The transaction of this statement is over');
    return run(query).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });
  };
  await control(`begin ${characteristics}`);
  try {
    const result = await work(createExecutor(runWithin));
    isOver = true;
    if (failure !== undefined) throw failure;
    // PostgreSQL rolls back without an error what it cannot commit.
    const { command } = await control('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was not committed');
    return result;
  } catch (error) {
    isOver = true;
    // A connection that cannot roll back is closed, which has the same effect.
    await control('rollback').catch(() => undefined);
    throw readErrorCode(error) === FAILED_TRANSACTION ? (failure ?? error) : error;
  }
}
