/** Enough for the finest code of a ticket. */
const MAX_SIDE = 1080;

let canvas: HTMLCanvasElement | null = null;

/** The square in the middle of what a camera sees, as the screen shows it; null before there is a picture. */
export function captureFrame(video: HTMLVideoElement): ImageData | null {
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
