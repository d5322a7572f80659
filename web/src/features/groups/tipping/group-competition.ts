import type { Group } from '@purple-sector/contracts/groups/http'
import { type Competition, OPEN_COMPETITION } from '../../tipping/tip-card-state.ts'
import { STANDARD_POINTS } from '../card-facts.ts'

/** A group's rules as its tip cards show them: its own points where it has some, else those of the races. */
export const groupCompetition = (group: Group): Competition => ({
  groupId: group.id,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
  maxPoints: group.useCustomPointSystem
    ? ({ category }) => {
        const { first, second, third } = group.customPointSystem[category] ?? STANDARD_POINTS
        // Nothing obliges a group to give most for the win.
        return Math.max(first, second, third)
      }
    : OPEN_COMPETITION.maxPoints,
})
