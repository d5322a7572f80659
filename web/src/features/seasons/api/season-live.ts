import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { QueryClient } from '@tanstack/react-query'
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
const JITTER_MS = 1_000

/** Refetches chances that are on screen: the last race to lock, or a car that goes out, changes what can still happen. */
export const refetchChances = (client: QueryClient): void =>
  refetchSoon(client, allChancesKey, CHANCES_MS + Math.random() * JITTER_MS)
