import { useRef, useState } from 'react';
import { describeProblem } from '../../../domain/problems.ts';
import { useOwnVehicles } from './use-own-vehicles.ts';

/** The vehicle of a driver to park: the chosen one, else the default; null without any. */
export function useVehicleChoice(userId: string) {
  const all = useOwnVehicles(userId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const element = useRef<HTMLElement>(null);
  const chosen = all.data?.find(({ id }) => id === chosenId) ?? all.data?.[0] ?? null;
  return {
    all,
    chosen,
    choose: setChosenId,
    /** Asks for a vehicle where there is none. */
    require: () => {
      setIsMissing(true);
      element.current?.focus();
    },
    problem: isMissing && chosen === null ? describeProblem('vehicle-required') : undefined,
    focusRef: (found: HTMLElement | null) => {
      element.current = found;
    },
  };
}
