import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { GroupOfWeekend } from './waiting.ts'

/** Returns the group as it is in one of its weekends. */
export const inWeekend = (group: Group, weekendId: number): GroupOfWeekend => {
  const round = weekendId === group.weekendId ? undefined : group.weekends.find((each) => each.weekendId === weekendId)
  return { ...group, weekendId, selectedRaceIds: round?.selectedRaceIds ?? group.selectedRaceIds }
}

/** Returns the weekends of a group that are not completed, by start, and its current one. */
export const openRounds = (group: Group, weekends: readonly Weekend[]): Weekend[] =>
  weekends
    .filter(
      ({ id, status }) =>
        id === group.weekendId || (status !== 'completed' && group.weekends.some(({ weekendId }) => weekendId === id)),
    )
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id)
