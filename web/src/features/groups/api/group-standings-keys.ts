import { groupKey } from './group-keys.ts'

/** Key of the standings of the user's groups of a weekend. */
export const groupStandingsKey = (weekendId: number) => ['/api/groups', 'leaderboards', weekendId] as const

export const raceProgressKey = (groupId: number) => [...groupKey(groupId), 'race-progress'] as const

export const categoryStandingsKey = (groupId: number) => [...groupKey(groupId), 'category-standings'] as const

/** Key of the picks of a group's members, for all categories. */
export const groupPicksKey = (groupId: number) => [...groupKey(groupId), 'picks'] as const
