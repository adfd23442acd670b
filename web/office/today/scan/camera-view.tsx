import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
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

/** Finds a stay in the list by its plate instead of its ticket. */
function PlateForm({ onFindPlate }: { onFindPlate: (plate: string) => void }) {
  const [plate, setPlate] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (plate.trim() !== '') onFindPlate(plate.trim());
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={m.vehicle_plate()}
        value={plate}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={20}
        onChange={({ target }) => setPlate(target.value)}
      />
      <Button type="submit" disabled={plate.trim() === ''}>
        {m.scan_find_in_list()}
      </Button>
    </form>
  );
}
