import type { BarcodeDetector as Detector } from 'barcode-detector/ponyfill';

/** Finds the text of a QR code in what a camera sees; null without one. */
type CodeReader = { read: (video: HTMLVideoElement) => Promise<string | null>; close: () => void };

/** Opens the browser's own reader, else ours, which it loads. @throws Error when neither can be had */
export async function openCodeReader(): Promise<CodeReader> {
  const Native = (globalThis as { BarcodeDetector?: typeof Detector }).BarcodeDetector;
  const formats = (await Native?.getSupportedFormats()) ?? [];
  return Native !== undefined && formats.includes('qr_code') ? openNativeReader(Native) : openWorkerReader();
}

function openNativeReader(Native: typeof Detector): CodeReader {
  const detector = new Native({ formats: ['qr_code'] });
  return {
    async read(video) {
      const [code] = await detector.detect(video);
      return code?.rawValue ?? null;
    },
    close: () => undefined,
  };
}

/** What the worker says of a picture. */
export type WorkerReply = { text: string | null } | { error: string };

/** A worker may compile the reader, which the security policy of the page does not allow, and scrolling stays smooth. */
function openWorkerReader(): CodeReader {
  const worker = new Worker(new URL('./code-reader.worker.ts', import.meta.url), { type: 'module' });
  return {
    read(video) {
      const frame = captureFrame(video);
      if (frame === null) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<WorkerReply>) =>
          'error' in data ? reject(new Error(data.error)) : resolve(data.text);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(frame, [frame.data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}

/** Enough for the finest code of a ticket. */
const MAX_SIDE = 1080;

let canvas: HTMLCanvasElement | null = null;

/** The middle square of the camera's picture, as the screen shows it; null before there is a picture. */
function captureFrame(video: HTMLVideoElement): ImageData | null {
  const { videoWidth, videoHeight } = video;
  const seen = Math.min(videoWidth, videoHeight);
  if (seen === 0) return null;
  canvas ??= document.createElement('canvas');
  const side = Math.min(seen, MAX_SIDE);
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(video, (videoWidth - seen) / 2, (videoHeight - seen) / 2, seen, seen, 0, 0, side, side);
  return context.getImageData(0, 0, side, side);
}
