import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, patchPart } from '../../../client/realtime/cache-updates.ts'
import { ownSeasonKey } from './season-keys.ts'

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
