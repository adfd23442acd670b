/** OSRM's words for a change of direction. */
export type Modifier =
  | 'straight'
  | 'slight right'
  | 'right'
  | 'sharp right'
  | 'uturn'
  | 'sharp left'
  | 'left'
  | 'slight left';

/** OSRM's kinds of maneuver that this router gives. */
export type ManeuverType = 'depart' | 'turn' | 'new name' | 'continue' | 'arrive';

// OSRM's own limits for the words, as the deviation from going straight.
const STRAIGHT_BELOW = 20;
const SLIGHT_BELOW = 40;
const TURN_BELOW = 120;
const UTURN_FROM = 175;

/** Signed change from one compass bearing to another in degrees: right is positive, above -180 up to 180. */
export function calculateTurnAngle(before: number, after: number): number {
  const angle = (((after - before) % 360) + 360) % 360;
  return angle > 180 ? angle - 360 : angle;
}

/** The word for a signed change of direction in degrees (right is positive). */
export function getModifier(angle: number): Modifier {
  const size = Math.abs(angle);
  if (size >= UTURN_FROM) return 'uturn';
  if (size <= STRAIGHT_BELOW) return 'straight';
  const side = angle > 0 ? 'right' : 'left';
  if (size <= SLIGHT_BELOW) return `slight ${side}`;
  return size <= TURN_BELOW ? side : `sharp ${side}`;
}

/**
 * What a driver is told at a junction, or undefined when there is nothing to say: the street goes on under its name and
 * does not turn off among several ways.
 */
export function getManeuverType({
  angle,
  sameName,
  hasChoice,
}: {
  angle: number;
  sameName: boolean;
  hasChoice: boolean;
}): ManeuverType | undefined {
  if (sameName) return hasChoice && Math.abs(angle) > SLIGHT_BELOW ? 'continue' : undefined;
  return hasChoice && Math.abs(angle) > STRAIGHT_BELOW ? 'turn' : 'new name';
}
