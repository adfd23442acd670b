/** What a driver rates after a stay. */
export const RATING_CRITERIA = ['Overall Experience', 'Cleanness', 'Communication', 'Accessibility'] as const;

export type RatingCriterion = (typeof RATING_CRITERIA)[number];

export const RATING_STARS = [1, 2, 3, 4, 5] as const;

/** Stars for each criterion, 0 while none are given. */
export type Ratings = Record<RatingCriterion, number>;

export const NO_RATINGS: Ratings = {
  'Overall Experience': 0,
  Cleanness: 0,
  Communication: 0,
  Accessibility: 0,
};

/** Whether every criterion has its stars. */
export function isComplete(ratings: Ratings): boolean {
  return RATING_CRITERIA.every((criterion) => ratings[criterion] > 0);
}
