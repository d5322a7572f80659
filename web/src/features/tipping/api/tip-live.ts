import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { refetchSoon } from '../../../client/realtime/cache-updates.ts'

/** Prefix of the query keys of the user's tips, of all weekends. */
export const ALL_TIPS_KEY = ['/api/tips'] as const

/** Query key of the user's tips of a weekend. */
export const tipsKey = (weekendId: number) => [...ALL_TIPS_KEY, weekendId] as const

/** Whether a race of a cached tip has another lock or deadline, which changes the races that the tip counts for. */
export const affectsTipRaces = (client: QueryClient, race: Race): boolean =>
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
 * Whether a group frame affects the user's tips: the group was deleted, its rules changed, or the user's own membership
 * changed, whose frames have no `seq`. Changes of other members do not.
 */
export const affectsGroupTips = ({ data: { deleted, rulesChanged }, seq }: FrameOf<'group_updated'>): boolean =>
  deleted || rulesChanged || seq === undefined

const standingVersions = new WeakMap<QueryClient, Map<number, number>>()

/**
 * Records the version of a group's standings and returns whether it differs from the recorded one. Returns false for the
 * first frame, which is sent on connecting and is no newer than the fetched tips.
 */
const recordStandingVersion = (client: QueryClient, { groupId, version }: FrameOf<'my_standing'>['data']): boolean => {
  if (groupId === null) return false
  const versions = standingVersions.get(client) ?? new Map<number, number>()
  standingVersions.set(client, versions)
  const before = versions.get(groupId)
  versions.set(groupId, version)
  return before !== undefined && before !== version
}

/** Refetches tips when a group's standings change: its awards may arrive after those of the open competition. */
export const refetchTipsOfGroup = (client: QueryClient, standing: FrameOf<'my_standing'>['data']): void => {
  if (recordStandingVersion(client, standing)) refetchSoon(client, tipsKey(standing.weekendId))
}
