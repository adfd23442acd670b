import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { WorkerReply } from './code-reader.ts';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
const detector = new BarcodeDetector({ formats: ['qr_code'] });

async function read(frame: ImageData): Promise<WorkerReply> {
  try {
    const [code] = await detector.detect(frame);
    return { text: code?.rawValue ?? null };
  } catch (error) {
    return { error: String(error) };
  }
}

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  postMessage(await read(data));
});
