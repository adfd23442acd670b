import { SingleBar } from 'cli-progress';

const MEBI = 1024 * 1024;

export type Progress = {
  begin: (label: string, bytes: number) => void;
  update: (bytes: number) => void;
  end: () => void;
};

/** Shows a bar on a terminal, and a line for each pass elsewhere. */
export function showProgress(out: NodeJS.WriteStream): Progress {
  if (!out.isTTY) {
    return {
      begin: (label, bytes) => out.write(`${label} (${(bytes / MEBI).toFixed(1)} MB)\n`),
      update: () => undefined,
      end: () => undefined,
    };
  }
  const bar = new SingleBar({
    stream: out,
    format: '{label} [{bar}] {percentage}% | {duration_formatted} | {eta_formatted} left',
    // An interrupt would leave the cursor hidden.
    hideCursor: false,
    linewrap: true,
  });
  return {
    begin: (label, bytes) => bar.start(bytes, 0, { label }),
    update: (bytes) => bar.update(bytes),
    end: () => bar.stop(),
  };
}
