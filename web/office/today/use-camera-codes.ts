import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { logWarning } from '../../ui/platform/log.ts';
import { openCodeReader } from './code-reader.ts';

const PAUSE_MS = 100;

export type CameraProblem = 'denied' | 'absent' | 'no-reader';

const CAMERA: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

function toCameraProblem(error: unknown): CameraProblem {
  const isDenied =
    error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
  return isDenied ? 'denied' : 'absent';
}

type CameraCodes = { video: RefObject<HTMLVideoElement | null>; problem: CameraProblem | null };

/** Opens the camera behind the phone into the video, and passes on the first code that it sees. */
export function useCameraCodes(onCode: (text: string) => void): CameraCodes {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const passOn = useEffectEvent(onCode);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const fail = (reason: CameraProblem, error: unknown) => {
      if (signal.aborted) return;
      logWarning('No ticket can be scanned', error);
      setProblem(reason);
    };
    const start = async () => {
      // Absent on pages without https.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (devices === undefined) return setProblem('absent');
      try {
        await showCamera(devices, video.current, signal);
      } catch (error) {
        return fail(toCameraProblem(error), error);
      }
      try {
        const text = await readCode(video.current, signal);
        if (text !== null) passOn(text);
      } catch (error) {
        fail('no-reader', error);
      }
    };
    void start();
    return () => closing.abort();
  }, []);
  return { video, problem };
}

async function showCamera(devices: MediaDevices, video: HTMLVideoElement | null, signal: AbortSignal): Promise<void> {
  const stream = await devices.getUserMedia(CAMERA);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted || video === null) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  // Rejects when the dialog closes first.
  await video.play().catch(() => undefined);
}

/** Reads what the video shows until there is a code in it; null when that is no longer asked for. */
async function readCode(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | null> {
  const reader = await openCodeReader();
  try {
    while (!signal.aborted && video !== null) {
      const text = await reader.read(video);
      if (signal.aborted) return null;
      if (text) return text;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } finally {
    reader.close();
  }
}
