import { type FileHandle, open } from 'node:fs/promises';

const FLUSH_CHARACTERS = 1024 * 1024;

/** A text file that is written line by line; lines wait in memory until `flush` finds enough of them. */
export class LineFile {
  readonly #handle: FileHandle;
  #waiting: string[] = [];
  #characters = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'wx'));
  }

  add(line: string): void {
    this.#waiting.push(line, '\n');
    this.#characters += line.length + 1;
  }

  /** Writes what waits, if it is worth it. */
  async flush(atLeast = FLUSH_CHARACTERS): Promise<void> {
    if (this.#characters < atLeast) return;
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#characters = 0;
    await this.#handle.writeFile(text);
  }

  /** Writes the rest and waits until the disk has it all. */
  async finish(): Promise<void> {
    await this.flush(0);
    await this.#handle.sync();
  }

  /** Closes it as it is; what was not flushed is lost. */
  async close(): Promise<void> {
    await this.#handle.close();
  }
}
