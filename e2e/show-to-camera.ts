import type { Page } from '@playwright/test';
import { encode } from 'uqr';

/** The side of a module of the code, in pixels. */
const SCALE = 8;

/** Gives the page a camera that sees a QR code with this text. The browser of the tests has none, nor a fake one. */
export async function showToCamera(page: Page, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  await page.evaluate(
    `{
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = ${size * SCALE};
      const context = canvas.getContext('2d');
      context.scale(${SCALE}, ${SCALE});
      const draw = () => {
        context.fillStyle = 'white';
        context.fillRect(0, 0, ${size}, ${size});
        context.fillStyle = 'black';
        context.fill(new Path2D('${path}'));
      };
      // A picture that does not change makes no video.
      setInterval(draw, 100);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    }`,
  );
}
