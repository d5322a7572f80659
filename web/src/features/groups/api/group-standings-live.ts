import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { GroupStanding, RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../../client/realtime/realtime-context.ts'
import { hasLessDetail } from '../../leaderboard-rows/api/leaderboard-live.ts'
import { groupsKey } from './group-keys.ts'
import { categoryStandingsKey, groupPicksKey, groupStandingsKey, raceProgressKey } from './group-standings-keys.ts'

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

/** Refetches points by race and category where they are visible: no frame carries them. */
const refetchDetails = (client: QueryClient, groupId: number): void => {
  refetchSoon(client, raceProgressKey(groupId))
  refetchSoon(client, categoryStandingsKey(groupId))
}

/** Applies a race's status to the progress of each group in which it counts. */
const applyRace = (client: QueryClient, { id, status }: Race): void => {
  for (const [queryKey, races] of client.getQueriesData<RaceProgress[]>({
    predicate: ({ queryKey: [root, , part] }) => root === groupsKey[0] && part === 'race-progress',
  }))
    if (races?.some(({ raceId, status: cachedStandings }) => raceId === id && cachedStandings !== status))
      refetchSoon(client, queryKey)
}

const applyGroup = (client: QueryClient, { groupId, weekendId, deleted }: FrameOf<'group_updated'>['data']): void => {
  refetchSoon(client, groupStandingsKey(weekendId))
  if (deleted) {
    patchPart<GroupStanding[]>(client, groupStandingsKey(weekendId), (standings) =>
      standings?.filter((standing) => standing.groupId !== groupId),
    )
    return
  }
  refetchDetails(client, groupId)
  refetchSoon(client, groupPicksKey(groupId))
}

const PARTS: ReadonlySet<unknown> = new Set<unknown>(['race-progress', 'category-standings', 'picks'])

const isGroupsQuery = ([root, id, part]: QueryKey): boolean =>
  root === groupsKey[0] && (id === groupStandingsKey(0)[1] || PARTS.has(part))

/** Keeps data of groups current other than the leaderboards, which update themselves. */
export const groupStandingsLive = {
  onFrame(client, frame) {
    if (frame.type === 'leaderboard_update' && frame.data.groupId !== null) {
      patch(client, frame.data, patchTop)
      refetchDetails(client, frame.data.groupId)
    }
    if (frame.type === 'my_standing' && frame.data.groupId !== null) patch(client, frame.data, patchPlace)
    if (frame.type === 'race_status') applyRace(client, frame.data)
    if (frame.type === 'group_updated') applyGroup(client, frame.data)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, isGroupsQuery),
} satisfies LiveFeature
