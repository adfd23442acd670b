import { type FileHandle, open } from 'node:fs/promises';

const FLUSH_CHARACTERS = 1024 * 1024;

/** A text file that is written line by line. Lines are buffered until `flush` finds enough of them. */
export class LineFile {
  readonly #handle: FileHandle;
  #buffer: string[] = [];
  #characters = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'wx'));
  }

  add(line: string): void {
    this.#buffer.push(line, '\n');
    this.#characters += line.length + 1;
  }

  async flush(minCharacters = FLUSH_CHARACTERS): Promise<void> {
    if (this.#characters < minCharacters) return;
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#characters = 0;
    await this.#handle.writeFile(text);
  }

  /** Writes the rest and syncs the file to disk. */
  async finish(): Promise<void> {
    await this.flush(0);
    await this.#handle.sync();
  }

  /** Discards what is not flushed. */
  async close(): Promise<void> {
    await this.#handle.close();
  }
}
