import { createParseError } from '../data-error.ts';

/** Letters, digits, `_`, `$` and spaces, joined by dashes that begin no JSON arrow. */
const NAME = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;

/** PostgreSQL cuts longer names off. */
const MAX_NAME_BYTES = 63;

export function isTooLongForName(text: string): boolean {
  return Buffer.byteLength(text) > MAX_NAME_BYTES;
}

/** Parsing deeper brackets could exhaust the stack. */
const MAX_DEPTH = 20;

/** Reads a text from left to right. Its errors say what was being parsed, and where. */
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

  get position(): number {
    return this.#at;
  }

  fail(position: number = this.#at): never {
    throw createParseError(this.#what, this.#text, position + 1);
  }

  isNext(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

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

  inBrackets<Result>(read: () => Result): Result {
    this.expect('(');
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.fail();
    const result = read();
    this.#depth -= 1;
    this.expect(')');
    return result;
  }

  /** Reads a name of a column, table or operator, quoted or not, without the spaces around it. */
  name(): string {
    this.#take(/ */y);
    const start = this.#at;
    const name = this.isNext('"') ? this.#quoted() : this.#take(NAME).trim() || null;
    // A zero byte would end the statement that has the name as an alias.
    return name === null || isTooLongForName(name) || name.includes('\0') ? this.fail(start) : name;
  }

  /** Reads a value up to a comma or closing bracket, which it may hold in quotes or, as an array, in braces. */
  value(): string {
    const start = this.#at;
    const whole = this.isNext('"') ? this.#quoted() : this.#take(/\{[^{}]*\}/y) || null;
    if (whole !== null && (this.isAtEnd || this.isNext(',') || this.isNext(')'))) return whole;
    this.#at = start;
    return this.#take(/[^,)]*/y);
  }

  rest(): string {
    return this.#take(/.*/sy);
  }

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

  /** Reads a text in double quotes, in which a backslash escapes the next character; null when it does not end. */
  #quoted(): string | null {
    const quoted = this.#take(/"[^"\\]*(?:\\.[^"\\]*)*"/sy);
    return quoted === '' ? null : quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
  }
}
