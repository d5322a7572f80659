import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { onCountingRacesChanged } from '../weekends/counting-races.ts'

/** Key of the user's tips of a weekend; the first part is the prefix of all weekends. */
export const tipsKey = (weekendId: number) => ['/api/tips', weekendId] as const

/** Whether a frame about a race changes which races a tip counts for: only if the race locks or moves. */
const movesTip = (client: QueryClient, race: Race): boolean =>
  Boolean(
    client
      .getQueryData<Tip[]>(tipsKey(race.weekendId))
      ?.some(({ sessions }) =>
        sessions.some(
          ({ raceId, locked, deadline }) =>
            raceId === race.id && (locked !== race.locked || deadline !== race.deadline),
        ),
      ),
  )

/**
 * Whether a group frame affects the user's tips: their own membership (without `seq`) or the rules changed, not another
 * member's.
 */
const movesGroupTips = ({ data: { deleted, rulesChanged }, seq }: FrameOf<'group_updated'>): boolean =>
  deleted || rulesChanged || seq === undefined

const frameVersions = new WeakMap<QueryClient, Map<number, number>>()

/** Whether a group's standings changed since the last frame; the first frame is no newer than the fetched tips. */
const movesGroupPoints = (client: QueryClient, { groupId, version }: FrameOf<'my_standing'>['data']): boolean => {
  if (groupId === null) return false
  const versions = frameVersions.get(client) ?? new Map<number, number>()
  frameVersions.set(client, versions)
  const before = versions.get(groupId)
  versions.set(groupId, version)
  return before !== undefined && before !== version
}

onCountingRacesChanged((client, weekendId) => refetchSoon(client, tipsKey(weekendId)))

/** Refetches tips on frames that change their races, points or cars. */
export const tipLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_status' && movesTip(client, frame.data)) refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'race_completed' || frame.type === 'result_corrected')
      refetchSoon(client, tipsKey(frame.data.race.weekendId))
    // Awards of groups may arrive after those of the open competition.
    if (frame.type === 'my_standing' && movesGroupPoints(client, frame.data))
      refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'group_updated' && movesGroupTips(frame)) refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'weekend_updated' && (frame.data.racesChanged || frame.data.carsChanged))
      refetchSoon(client, tipsKey(frame.data.weekend.id))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === '/api/tips'),
} satisfies LiveFeature
