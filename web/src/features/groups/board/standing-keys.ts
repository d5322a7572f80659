import { groupKey } from '../group-keys.ts'

/** How the user's groups of a weekend stand. */
export const groupStandingsKey = (weekendId: number) => ['/api/groups', 'leaderboards', weekendId] as const

export const raceProgressKey = (groupId: number) => [...groupKey(groupId), 'race-progress'] as const

export const categoryStandingsKey = (groupId: number) => [...groupKey(groupId), 'category-standings'] as const

/** Who picked what in a group, whichever categories have locked. */
export const groupPicksKey = (groupId: number) => [...groupKey(groupId), 'picks'] as const
