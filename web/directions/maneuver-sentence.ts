import type { RouteStep } from '../map/contract.ts';

/** For a street with a name and for one without. */
type Sentences = readonly [onto: string, alone: string];

/** By the type of an OSRM maneuver, or by type and modifier when these differ. */
const SENTENCES = new Map<string, Sentences>([
  ['depart', ['Start on {street}', 'Start driving']],
  ['arrive', ['You arrive on {street}', 'You arrive']],
  ['arrive left', ['Your destination on {street} is on the left', 'Your destination is on the left']],
  ['arrive right', ['Your destination on {street} is on the right', 'Your destination is on the right']],

  ['turn', ['Turn onto {street}', 'Turn']],
  ['turn left', ['Turn left onto {street}', 'Turn left']],
  ['turn right', ['Turn right onto {street}', 'Turn right']],
  ['turn sharp left', ['Turn sharp left onto {street}', 'Turn sharp left']],
  ['turn sharp right', ['Turn sharp right onto {street}', 'Turn sharp right']],
  ['turn slight left', ['Turn slightly left onto {street}', 'Turn slightly left']],
  ['turn slight right', ['Turn slightly right onto {street}', 'Turn slightly right']],
  ['turn straight', ['Go straight onto {street}', 'Go straight']],
  ['turn uturn', ['Make a U-turn onto {street}', 'Make a U-turn']],

  ['continue', ['Continue on {street}', 'Continue']],
  ['continue left', ['Turn left to stay on {street}', 'Turn left']],
  ['continue right', ['Turn right to stay on {street}', 'Turn right']],
  ['continue sharp left', ['Turn sharp left to stay on {street}', 'Turn sharp left']],
  ['continue sharp right', ['Turn sharp right to stay on {street}', 'Turn sharp right']],
  ['continue slight left', ['Keep left to stay on {street}', 'Keep left']],
  ['continue slight right', ['Keep right to stay on {street}', 'Keep right']],
  ['continue uturn', ['Make a U-turn and continue on {street}', 'Make a U-turn']],

  ['end of road', ['At the end of the road, continue onto {street}', 'Continue at the end of the road']],
  ['end of road left', ['At the end of the road, turn left onto {street}', 'Turn left at the end of the road']],
  ['end of road right', ['At the end of the road, turn right onto {street}', 'Turn right at the end of the road']],

  ['fork', ['At the fork, continue onto {street}', 'Continue at the fork']],
  ['fork left', ['At the fork, keep left onto {street}', 'Keep left at the fork']],
  ['fork right', ['At the fork, keep right onto {street}', 'Keep right at the fork']],
  ['fork slight left', ['At the fork, keep left onto {street}', 'Keep left at the fork']],
  ['fork slight right', ['At the fork, keep right onto {street}', 'Keep right at the fork']],

  ['merge', ['Merge onto {street}', 'Merge']],
  ['merge left', ['Merge left onto {street}', 'Merge left']],
  ['merge right', ['Merge right onto {street}', 'Merge right']],
  ['merge slight left', ['Merge left onto {street}', 'Merge left']],
  ['merge slight right', ['Merge right onto {street}', 'Merge right']],

  ['on ramp', ['Take the ramp onto {street}', 'Take the ramp']],
  ['on ramp left', ['Take the ramp on the left onto {street}', 'Take the ramp on the left']],
  ['on ramp right', ['Take the ramp on the right onto {street}', 'Take the ramp on the right']],
  ['off ramp', ['Take the exit onto {street}', 'Take the exit']],
  ['off ramp left', ['Take the exit on the left onto {street}', 'Take the exit on the left']],
  ['off ramp right', ['Take the exit on the right onto {street}', 'Take the exit on the right']],

  ['roundabout', ['Enter the roundabout and leave it onto {street}', 'Enter the roundabout']],
  ['rotary', ['Enter the roundabout and leave it onto {street}', 'Enter the roundabout']],
  ['roundabout turn', ['At the roundabout, continue onto {street}', 'Continue at the roundabout']],
  ['roundabout turn left', ['At the roundabout, turn left onto {street}', 'Turn left at the roundabout']],
  ['roundabout turn right', ['At the roundabout, turn right onto {street}', 'Turn right at the roundabout']],
  ['exit roundabout', ['Leave the roundabout onto {street}', 'Leave the roundabout']],
  ['exit rotary', ['Leave the roundabout onto {street}', 'Leave the roundabout']],
]);

const GO_ON: Sentences = ['Continue onto {street}', 'Continue'];

/** Such as 'Turn left onto Av. Bolívar'; unknown types are 'Continue'. */
export function formatManeuver({ type, modifier, street, instruction }: Omit<RouteStep, 'distanceKm'>): string {
  if (instruction) return instruction;
  const [onto, alone] = SENTENCES.get(`${type} ${modifier}`) ?? SENTENCES.get(type) ?? GO_ON;
  // A function, because the name of a street could contain a replacement pattern.
  return street === '' ? alone : onto.replace('{street}', () => street);
}
