export type Modifier =
  | 'straight'
  | 'slight right'
  | 'right'
  | 'sharp right'
  | 'uturn'
  | 'sharp left'
  | 'left'
  | 'slight left';

export type ManeuverType = 'depart' | 'turn' | 'new name' | 'continue' | 'arrive';

// OSRM's limits in degrees.
const STRAIGHT_BELOW = 20;
const SLIGHT_BELOW = 40;
const TURN_BELOW = 120;
const UTURN_FROM = 175;

/** The turn between two compass bearings in degrees, above -180 up to 180; right is positive. */
export function calculateTurnAngle(before: number, after: number): number {
  const angle = (((after - before) % 360) + 360) % 360;
  return angle > 180 ? angle - 360 : angle;
}

export function getModifier(angle: number): Modifier {
  const size = Math.abs(angle);
  if (size >= UTURN_FROM) return 'uturn';
  if (size <= STRAIGHT_BELOW) return 'straight';
  const side = angle > 0 ? 'right' : 'left';
  if (size <= SLIGHT_BELOW) return `slight ${side}`;
  return size <= TURN_BELOW ? side : `sharp ${side}`;
}

type Junction = { angle: number; sameName: boolean; hasChoice: boolean };

/** Undefined when a junction needs no instruction, because the street continues without a turn among several ways. */
export function getManeuverType({ angle, sameName, hasChoice }: Junction): ManeuverType | undefined {
  if (sameName) return hasChoice && Math.abs(angle) > SLIGHT_BELOW ? 'continue' : undefined;
  return hasChoice && Math.abs(angle) > STRAIGHT_BELOW ? 'turn' : 'new name';
}
