import type { Group } from '@purple-sector/contracts/groups/http'

/** What it means for somebody that their approval is pending, by the rules of their group. */
export const pendingSentence = ({
  hidePointsUntilApproved,
  preventPointsUntilApproved,
}: Pick<Group, 'hidePointsUntilApproved' | 'preventPointsUntilApproved'>): string => {
  if (preventPointsUntilApproved) return 'Your approval is pending: you cannot accumulate points until approved.'
  if (hidePointsUntilApproved)
    return 'Your approval is pending: your points are hidden on the leaderboard until approval.'
  return 'Your approval is pending. You can tip meanwhile, and your points count.'
}
