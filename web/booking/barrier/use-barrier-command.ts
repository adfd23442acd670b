import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '../../../domain/problems.ts';
import { type BarrierAction, moveBarrier } from './data.ts';

/** Later a tap is about the barrier as it is then, and an old outcome would be wrong. */
const SAME_COMMAND_MS = 30_000;

const isOutcomeUnknown = (error: unknown) => error instanceof Problem && error.key === 'barrier-outcome-unknown';

/** A command to the barrier of a reservation. After a lost response the next try is the same command, so that it is sent once. */
export function useBarrierCommand(reservation: string, action: BarrierAction) {
  const last = useRef<{ key: string; at: number } | null>(null);
  const [startedAt, setStartedAt] = useState<Date | null>(null);
  const [movedAt, setMovedAt] = useState<Date | null>(null);
  const { mutate, isPending, error } = useMutation({
    // Offline it fails at once instead of waiting for the network.
    networkMode: 'always',
    retry: (failures, failure) => failures === 0 && isOutcomeUnknown(failure) && navigator.onLine,
    mutationFn: () => {
      if (!navigator.onLine) throw new Problem('offline');
      const now = Date.now();
      if (last.current === null || now - last.current.at > SAME_COMMAND_MS) {
        last.current = { key: crypto.randomUUID(), at: now };
      }
      return moveBarrier({ reservation, action, key: last.current.key });
    },
    onMutate: () => {
      setStartedAt(new Date());
      setMovedAt(null);
    },
    onSuccess: () => setMovedAt(new Date()),
    onSettled: (_data, failure) => {
      if (!isOutcomeUnknown(failure)) last.current = null;
    },
  });
  return { send: () => mutate(), isPending, error, startedAt, movedAt };
}
