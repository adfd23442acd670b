import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { describePosition } from './describe-position.ts';

/** Requests the address of a position; a later request or `stop` cancels it. */
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
  const request = (position: Position) => {
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
  return { request, stop };
}
