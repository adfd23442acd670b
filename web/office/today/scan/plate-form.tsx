import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Finds a stay in the list by its plate instead of its ticket. */
export function PlateForm({ onFindPlate }: { onFindPlate: (plate: string) => void }) {
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
