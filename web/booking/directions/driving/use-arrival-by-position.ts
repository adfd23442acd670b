import { useEffect, useState } from 'react';
import { calculateDistanceKm, type Position } from '../../../../domain/zones/distance.ts';

const ARRIVAL_KM = 0.08;

/** Whether the driver came within 80 m of the destination. Once there, they stay arrived until `isDriving` ends. */
export function useArrivalByPosition(
  isDriving: boolean,
  { position, destination }: { position: Position | null; destination: Position | null },
): boolean {
  const [hasArrived, setHasArrived] = useState(false);
  const isNear = position !== null && destination !== null && calculateDistanceKm(position, destination) <= ARRIVAL_KM;
  useEffect(() => {
    if (isDriving && isNear) setHasArrived(true);
  }, [isDriving, isNear]);
  useEffect(() => {
    if (!isDriving) setHasArrived(false);
  }, [isDriving]);
  return hasArrived;
}
