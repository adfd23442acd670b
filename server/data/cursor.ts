import { unreadable } from './data-error.ts';

const NAME = /[\p{L}_][\p{L}\p{N}_ -]*/uy;

/** Reads a text from left to right; every failure names what was being read. */
export class Cursor {
  readonly #text: string;
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  fail(): never {
    throw unreadable(this.#what, this.#text);
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

  /** A name of a column, table or operator, quoted or not. */
  name(): string {
    if (this.accept('"')) return this.#quoted();
    NAME.lastIndex = this.#at;
    const match = NAME.exec(this.#text);
    if (match === null) this.fail();
    this.#at += match[0].length;
    return match[0].trim();
  }

  /** A value up to the next comma or closing bracket; in quotes it may hold them. */
  value(): string {
    if (this.accept('"')) return this.#quoted();
    const rest = this.#text.slice(this.#at);
    const end = rest.search(/[,()]/);
    const value = end === -1 ? rest : rest.slice(0, end);
    this.#at += value.length;
    return value;
  }

  /** All that is left. */
  rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  /** Items between commas, each read by the given function. */
  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.accept(',')) items.push(read());
    return items;
  }

  #quoted(): string {
    let value = '';
    while (!this.accept('"')) {
      if (this.isAtEnd) this.fail();
      if (this.#text[this.#at] === '\\') this.#at += 1;
      value += this.#text[this.#at] ?? '';
      this.#at += 1;
    }
    return value;
  }
}
