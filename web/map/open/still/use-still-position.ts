import { useCallback, useState } from 'react';
import type { MapPosition } from '../../contract.ts';

/**
 * Where a still map looks. A new `wanted` moves it there, and a gesture moves it while it lasts.
 */
export function useStillPosition(wanted: MapPosition) {
  const [state, setState] = useState({ wanted, settled: wanted, held: null as MapPosition | null });
  const current = state.wanted === wanted ? state : { wanted, settled: wanted, held: null };
  if (current !== state) setState(current);
  return {
    position: current.held ?? current.settled,
    /** Where it looked before the gesture that moves it now. */
    settled: current.settled,
    isHeld: current.held !== null,
    hold: useCallback((held: MapPosition) => setState((before) => ({ ...before, held })), []),
    release: useCallback(
      (position?: MapPosition) =>
        setState((before) => ({ ...before, settled: position ?? before.held ?? before.settled, held: null })),
      [],
    ),
    move: useCallback(
      (change: (before: MapPosition) => MapPosition) =>
        setState((before) => ({ ...before, settled: change(before.held ?? before.settled), held: null })),
      [],
    ),
  };
}
