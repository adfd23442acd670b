import { m } from '#messages';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { PlateForm } from './plate-form.tsx';
import { type CameraProblem, useCameraCodes } from './use-camera-codes.ts';

const PROBLEM_TEXTS: Record<CameraProblem, string> = {
  denied: m.scan_camera_denied(),
  absent: m.scan_camera_absent(),
  'no-reader': m.scan_reader_not_loaded(),
};

type CameraViewProps = { onCode: (text: string) => void; onFindPlate: (plate: string) => void };

/** What the camera sees until there is a code in it; a field for the plate where there is no camera. */
export function CameraView({ onCode, onFindPlate }: CameraViewProps) {
  const { video, problem } = useCameraCodes(onCode);
  if (problem !== null) {
    return (
      <>
        <ErrorNote>{PROBLEM_TEXTS[problem]}</ErrorNote>
        <PlateForm onFindPlate={onFindPlate} />
      </>
    );
  }
  return (
    <>
      <p className="text-muted">{m.scan_hint()}</p>
      <div className="relative mx-auto aspect-square w-full max-w-md overflow-hidden rounded-card bg-black">
        <video ref={video} muted playsInline aria-label={m.scan_camera_label()} className="size-full object-cover" />
        <div aria-hidden="true" className="absolute inset-8 rounded-card border-4 border-white/80" />
      </div>
    </>
  );
}
