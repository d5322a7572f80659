import type { Group } from '@purple-sector/contracts/groups/http'

/** Describes what a pending approval means under the rules of the group. */
export const describePending = ({
  hidePointsUntilApproved,
  preventPointsUntilApproved,
}: Pick<Group, 'hidePointsUntilApproved' | 'preventPointsUntilApproved'>): string => {
  if (preventPointsUntilApproved) return 'You’re waiting for approval. You can’t collect points until then.'
  if (hidePointsUntilApproved)
    return 'You’re waiting for approval. Your points stay hidden on the leaderboard until then.'
  return 'You’re waiting for approval. You can tip in the meantime, and your points count.'
}
