import { unreadable } from '../data-error.ts';

/** Letters, digits, `_`, `$` and spaces, joined by dashes that begin no JSON arrow. */
const NAME = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;

/** PostgreSQL cuts longer names; no column, table or alias of ours has one. */
const MAX_NAME_BYTES = 63;

/** Whether a text is too long to be a name. */
export function isTooLongForName(text: string): boolean {
  return Buffer.byteLength(text) > MAX_NAME_BYTES;
}

/** Brackets deeper than this are nobody's honest request, and deeper still would exhaust the stack. */
const MAX_DEPTH = 20;

/** Reads a text from left to right; every failure names what was being read, and where. */
export class Cursor {
  readonly #text: string;
  readonly #what: string;
  #at = 0;
  #depth = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** How far the text has been read. */
  get position(): number {
    return this.#at;
  }

  /** @throws DataError PGRST100 that points to a position */
  fail(position: number = this.#at): never {
    throw unreadable(this.#what, this.#text, position + 1);
  }

  isNext(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  /** Takes the token if it is next. */
  accept(token: string): boolean {
    if (!this.isNext(token)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) this.fail();
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail();
  }

  /** What is in round brackets, read by the given function. */
  inBrackets<Result>(read: () => Result): Result {
    this.expect('(');
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.fail();
    const result = read();
    this.#depth -= 1;
    this.expect(')');
    return result;
  }

  /** A name of a column, table or operator, quoted or not, without the spaces around it. */
  name(): string {
    this.#take(/ */y);
    const start = this.#at;
    const name = this.isNext('"') ? this.#quoted() : this.#take(NAME).trim() || null;
    return name === null || isTooLongForName(name) ? this.fail(start) : name;
  }

  /** A value up to the next comma or closing bracket; in quotes or, as an array, in braces it may hold them. */
  value(): string {
    const start = this.#at;
    const whole = this.isNext('"') ? this.#quoted() : this.#take(/\{[^{}]*\}/y) || null;
    if (whole !== null && (this.isAtEnd || this.isNext(',') || this.isNext(')'))) return whole;
    this.#at = start;
    return this.#take(/[^,)]*/y);
  }

  /** All that is left. */
  rest(): string {
    return this.#take(/.*/sy);
  }

  /** Items between commas, each read by the given function. */
  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.accept(',')) items.push(read());
    return items;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  /** A text in double quotes, in which a backslash takes the next character as it is; null when it does not end. */
  #quoted(): string | null {
    const quoted = this.#take(/"[^"\\]*(?:\\.[^"\\]*)*"/sy);
    return quoted === '' ? null : quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
  }
}
