import { SingleBar } from 'cli-progress';

const MEBI = 1024 * 1024;

/** Tells the operator how far the import is. */
export type Progress = {
  /** A part of the work begins; its size is in bytes. */
  begin: (what: string, bytes: number) => void;
  reached: (bytes: number) => void;
  /** The part is over. */
  end: () => void;
  say: (line: string) => void;
};

/** A bar on a terminal; elsewhere (a log, a pipe) one plain line for every part. */
export function showProgress(out: NodeJS.WriteStream): Progress {
  const say = (line: string) => void out.write(`${line}\n`);
  if (!out.isTTY) {
    return {
      begin: (what, bytes) => say(`${what} (${(bytes / MEBI).toFixed(1)} MB)`),
      reached: () => undefined,
      end: () => undefined,
      say,
    };
  }
  const bar = new SingleBar({
    stream: out,
    format: '{what} [{bar}] {percentage}% | {duration_formatted} | {eta_formatted} left',
    // What the bar would change of the terminal would stay so after an interrupt.
    hideCursor: false,
    linewrap: true,
  });
  return {
    begin: (what, bytes) => bar.start(bytes, 0, { what }),
    reached: (bytes) => bar.update(bytes),
    end: () => bar.stop(),
    say,
  };
}
