import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { onCountingRacesChanged } from '../weekends/counting-races.ts'

/** The user's tips of a weekend; those of all weekends begin with its first part. */
export const tipsKey = (weekendId: number) => ['/api/tips', weekendId] as const

/** A tip says which races it still counts for: news only where one of them locks or moves. */
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

/** Tips end with the own membership, which is told without a `seq`, and count by the group's rules; others' move none. */
const movesGroupTips = ({ data: { deleted, rulesChanged }, seq }: FrameOf<'group_updated'>): boolean =>
  deleted || rulesChanged || seq === undefined

const versionsTold = new WeakMap<QueryClient, Map<number, number>>()

/** Whether a group's standings are others than those told before; what is told first is as old as what was read. */
const movesGroupPoints = (client: QueryClient, { groupId, version }: FrameOf<'my_standing'>['data']): boolean => {
  if (groupId === null) return false
  const told = versionsTold.get(client) ?? new Map<number, number>()
  versionsTold.set(client, told)
  const before = told.get(groupId)
  told.set(groupId, version)
  return before !== undefined && before !== version
}

onCountingRacesChanged((client, weekendId) => refetchSoon(client, tipsKey(weekendId)))

/** Tips tell which races they count for, what those gave, and how the car is: they move with these frames. */
export const tipLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_status' && movesTip(client, frame.data)) refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'race_completed' || frame.type === 'result_corrected')
      refetchSoon(client, tipsKey(frame.data.race.weekendId))
    // What a group gives may come after what the open competition gave.
    if (frame.type === 'my_standing' && movesGroupPoints(client, frame.data))
      refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'group_updated' && movesGroupTips(frame)) refetchSoon(client, tipsKey(frame.data.weekendId))
    if (frame.type === 'weekend_updated' && (frame.data.racesChanged || frame.data.carsChanged))
      refetchSoon(client, tipsKey(frame.data.weekend.id))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === '/api/tips'),
} satisfies LiveFeature
