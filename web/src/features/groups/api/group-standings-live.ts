import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { GroupStanding, RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { afterReply, patchPart, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { hasLessDetail } from '../../leaderboard-rows/api/leaderboard-live.ts'
import { groupsKey } from './group-keys.ts'
import { groupStandingsKey } from './group-standings-keys.ts'

type BoardUpdate = FrameOf<'leaderboard_update'>['data']
type OwnPosition = FrameOf<'my_standing'>['data']

const TOP = 3

/**
 * Applies a frame to a group's first rows; null if the frame hides rows that the user has seen, so a refetch is needed.
 */
export const patchTop = (cached: GroupStanding, { version, entries, total }: BoardUpdate): GroupStanding | null => {
  if (version <= cached.version) return cached
  const top = entries.slice(0, TOP)
  if (hasLessDetail(cached.top, top)) return null
  return { ...cached, version, memberCount: total, top }
}

/** Applies a frame to the user's own place; null if the frame hides what they have seen, so a refetch is needed. */
export const patchPlace = (cached: GroupStanding, groupStanding: OwnPosition): GroupStanding | null => {
  const { version, position, shared, totalPoints } = groupStanding
  if (version < cached.version) return cached
  if (totalPoints === null && cached.totalPoints !== null) return null
  return { ...cached, position, shared, totalPoints }
}

const patch = <Update extends { weekendId: number; groupId: number | null }>(
  client: QueryClient,
  update: Update,
  apply: (known: GroupStanding, update: Update) => GroupStanding | null,
): void => {
  const queryKey = groupStandingsKey(update.weekendId)
  const cached = client.getQueryData<GroupStanding[]>(queryKey)
  afterReply(client, queryKey, () => patch(client, update, apply))
  const groupStanding = cached?.find(({ groupId }) => groupId === update.groupId)
  if (!cached) return
  const patched = groupStanding && apply(groupStanding, update)
  if (!patched) refetchSoon(client, queryKey)
  else if (patched !== groupStanding)
    patchPart<GroupStanding[]>(client, queryKey, (standings) =>
      standings?.map((standing) => (standing === groupStanding ? patched : standing)),
    )
}

/** Applies a group's first rows to its standing; of the open competition, none. */
export const applyGroupTop = (client: QueryClient, update: BoardUpdate): void => {
  if (update.groupId !== null) patch(client, update, patchTop)
}

/** Applies the user's own place in a group; in the open competition, none. */
export const applyGroupPlace = (client: QueryClient, update: OwnPosition): void => {
  if (update.groupId !== null) patch(client, update, patchPlace)
}

/** Removes the standing of a deleted group. */
export const removeGroupStanding = (
  client: QueryClient,
  { groupId, weekendId, deleted }: FrameOf<'group_updated'>['data'],
): void => {
  if (deleted && weekendId !== null)
    patchPart<GroupStanding[]>(client, groupStandingsKey(weekendId), (standings) =>
      standings?.filter((standing) => standing.groupId !== groupId),
    )
}

/** Returns the keys of the progress of each group in which the race counts and has another status. */
export const progressKeysOf = (client: QueryClient, { id, status }: Race): QueryKey[] =>
  client
    .getQueriesData<RaceProgress[]>({
      predicate: ({ queryKey: [root, , part] }) => root === groupsKey[0] && part === 'race-progress',
    })
    .flatMap(([queryKey, races]) =>
      races?.some((race) => race.raceId === id && race.status !== status) ? [queryKey] : [],
    )
