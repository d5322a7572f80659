import type { Group } from '@purple-sector/contracts/groups/http'
import { type Competition, OPEN_COMPETITION } from '../../tipping/api/tip-card-state.ts'
import { STANDARD_POINTS } from '../api/card-facts.ts'

/** Returns a group's rules as tip cards show them: custom points, else the points of the races. */
export const groupCompetition = (group: Group): Competition => ({
  groupId: group.id,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
  maxPoints: group.useCustomPointSystem
    ? ({ category }) => {
        const { first, second, third } = group.customPointSystem[category] ?? STANDARD_POINTS
        // Custom points need not be highest for the winner.
        return Math.max(first, second, third)
      }
    : OPEN_COMPETITION.maxPoints,
})
