import { m } from '#messages';
import type { RouteStep } from '../../map/contract.ts';

/** For a street with a name and for one without. */
type Sentences = readonly [onto: (values: { street: string }) => string, alone: () => string];

/** By the type of an OSRM maneuver, or by type and modifier when these differ. */
const SENTENCES = new Map<string, Sentences>([
  ['depart', [m.maneuver_depart_street, m.maneuver_depart]],
  ['arrive', [m.maneuver_arrive_street, m.maneuver_arrive]],
  ['arrive left', [m.maneuver_arrive_left_street, m.maneuver_arrive_left]],
  ['arrive right', [m.maneuver_arrive_right_street, m.maneuver_arrive_right]],

  ['turn', [m.maneuver_turn_street, m.maneuver_turn]],
  ['turn left', [m.maneuver_turn_left_street, m.maneuver_turn_left]],
  ['turn right', [m.maneuver_turn_right_street, m.maneuver_turn_right]],
  ['turn sharp left', [m.maneuver_turn_sharp_left_street, m.maneuver_turn_sharp_left]],
  ['turn sharp right', [m.maneuver_turn_sharp_right_street, m.maneuver_turn_sharp_right]],
  ['turn slight left', [m.maneuver_turn_slight_left_street, m.maneuver_turn_slight_left]],
  ['turn slight right', [m.maneuver_turn_slight_right_street, m.maneuver_turn_slight_right]],
  ['turn straight', [m.maneuver_turn_straight_street, m.maneuver_turn_straight]],
  ['turn uturn', [m.maneuver_uturn_street, m.maneuver_uturn]],

  ['continue', [m.maneuver_continue_street, m.maneuver_continue]],
  ['continue left', [m.maneuver_continue_left_street, m.maneuver_turn_left]],
  ['continue right', [m.maneuver_continue_right_street, m.maneuver_turn_right]],
  ['continue sharp left', [m.maneuver_continue_sharp_left_street, m.maneuver_turn_sharp_left]],
  ['continue sharp right', [m.maneuver_continue_sharp_right_street, m.maneuver_turn_sharp_right]],
  ['continue slight left', [m.maneuver_continue_slight_left_street, m.maneuver_keep_left]],
  ['continue slight right', [m.maneuver_continue_slight_right_street, m.maneuver_keep_right]],
  ['continue uturn', [m.maneuver_continue_uturn_street, m.maneuver_uturn]],

  ['end of road', [m.maneuver_end_of_road_street, m.maneuver_end_of_road]],
  ['end of road left', [m.maneuver_end_of_road_left_street, m.maneuver_end_of_road_left]],
  ['end of road right', [m.maneuver_end_of_road_right_street, m.maneuver_end_of_road_right]],

  ['fork', [m.maneuver_fork_street, m.maneuver_fork]],
  ['fork left', [m.maneuver_fork_left_street, m.maneuver_fork_left]],
  ['fork right', [m.maneuver_fork_right_street, m.maneuver_fork_right]],
  ['fork slight left', [m.maneuver_fork_left_street, m.maneuver_fork_left]],
  ['fork slight right', [m.maneuver_fork_right_street, m.maneuver_fork_right]],

  ['merge', [m.maneuver_merge_street, m.maneuver_merge]],
  ['merge left', [m.maneuver_merge_left_street, m.maneuver_merge_left]],
  ['merge right', [m.maneuver_merge_right_street, m.maneuver_merge_right]],
  ['merge slight left', [m.maneuver_merge_left_street, m.maneuver_merge_left]],
  ['merge slight right', [m.maneuver_merge_right_street, m.maneuver_merge_right]],

  ['on ramp', [m.maneuver_on_ramp_street, m.maneuver_on_ramp]],
  ['on ramp left', [m.maneuver_on_ramp_left_street, m.maneuver_on_ramp_left]],
  ['on ramp right', [m.maneuver_on_ramp_right_street, m.maneuver_on_ramp_right]],
  ['off ramp', [m.maneuver_off_ramp_street, m.maneuver_off_ramp]],
  ['off ramp left', [m.maneuver_off_ramp_left_street, m.maneuver_off_ramp_left]],
  ['off ramp right', [m.maneuver_off_ramp_right_street, m.maneuver_off_ramp_right]],

  ['roundabout', [m.maneuver_roundabout_street, m.maneuver_roundabout]],
  ['rotary', [m.maneuver_roundabout_street, m.maneuver_roundabout]],
  ['roundabout turn', [m.maneuver_roundabout_turn_street, m.maneuver_roundabout_turn]],
  ['roundabout turn left', [m.maneuver_roundabout_turn_left_street, m.maneuver_roundabout_turn_left]],
  ['roundabout turn right', [m.maneuver_roundabout_turn_right_street, m.maneuver_roundabout_turn_right]],
  ['exit roundabout', [m.maneuver_exit_roundabout_street, m.maneuver_exit_roundabout]],
  ['exit rotary', [m.maneuver_exit_roundabout_street, m.maneuver_exit_roundabout]],
]);

const GO_ON: Sentences = [m.maneuver_go_on_street, m.maneuver_continue];

/** Such as 'Turn left onto Av. Bolívar'; unknown types are 'Continue'. */
export function formatManeuver({ type, modifier, street, instruction }: Omit<RouteStep, 'distanceKm'>): string {
  if (instruction) return instruction;
  const [onto, alone] = SENTENCES.get(`${type} ${modifier}`) ?? SENTENCES.get(type) ?? GO_ON;
  return street === '' ? alone() : onto({ street });
}
