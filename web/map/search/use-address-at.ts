import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { describePosition } from './describe-position.ts';

/** Finds out the address of a position on request; one that is asked for later, or a stop, takes its place. */
export function useAddressAt(onAddress: (address: string) => void) {
  const running = useRef<AbortController | null>(null);
  const { mutate, reset } = useMutation({
    networkMode: 'always',
    mutationFn: ({ position, signal }: { position: Position; signal: AbortSignal }) =>
      describePosition(position, signal),
  });
  const stop = () => {
    running.current?.abort();
    reset();
  };
  const ask = (position: Position) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    mutate(
      { position, signal: controller.signal },
      {
        onSuccess: (address) => {
          if (address !== null) onAddress(address);
        },
        onError: (error) => toast.error(toErrorMessage(error)),
      },
    );
  };
  return { ask, stop };
}
