import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Query, QueryClient } from '@tanstack/react-query'
import { afterReply, patchPart, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { allChancesKey, ownSeasonKey } from './season-keys.ts'

/** Applies the fan's own place in a season. The rounds behind it are refetched. */
export const applyOwnSeason = (client: QueryClient, update: FrameOf<'my_season'>['data']): void => {
  const queryKey = ownSeasonKey(update)
  const cached = client.getQueryData<OwnSeason>(queryKey)
  if (!cached) {
    afterReply(client, queryKey, () => applyOwnSeason(client, update))
    return
  }
  const { version, position, shared, totalPoints, canWin, clinched } = update
  if (version > cached.version)
    patchPart<OwnSeason>(client, queryKey, () => ({
      ...cached,
      version,
      position,
      shared,
      totalPoints,
      canWin,
      clinched,
    }))
}

/**
 * Time in ms after which chances follow a change of a race or its cars: a race closes for good at most two seconds after
 * its deadline (docs/rules.md, Races), and tipping shares what it has read for half a second.
 */
const CHANCES_MS = 2_500
/** Times in ms of further refetches: a busy service may not know of the change at the first. */
const FOLLOW_UPS_MS = [10_000, 30_000]
const JITTER_MS = 1_000

const followUps = new WeakMap<QueryClient, ReturnType<typeof setTimeout>[]>()

const jitter = (): number => Math.random() * JITTER_MS

/** Refetches chances that are on screen: the last race to lock, or a car that goes out, changes what can still happen. */
export const refetchChances = (client: QueryClient): void => {
  refetchSoon(client, allChancesKey, CHANCES_MS + jitter())
  for (const timer of followUps.get(client) ?? []) clearTimeout(timer)
  const refetch = () => void client.invalidateQueries({ queryKey: allChancesKey })
  followUps.set(
    client,
    FOLLOW_UPS_MS.map((waitMs) => setTimeout(refetch, waitMs + jitter())),
  )
}

/** Refetches chances on screen that are older than `since`, in ms: the frame that changed them may be missing. */
export const refetchChancesOlderThan = (client: QueryClient, since: number): void => {
  const isOlder = ({ state }: Query): boolean => state.dataUpdatedAt < since
  const queries = client.getQueryCache().findAll({ queryKey: allChancesKey, type: 'active', predicate: isOlder })
  if (queries.length > 0) refetchChances(client)
}
