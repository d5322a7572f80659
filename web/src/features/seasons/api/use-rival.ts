import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { useQuery } from '@tanstack/react-query'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { SEASON_POLL_MS, seasonRowQuery } from './season-queries.ts'
import { rivalIndex } from './season-rounds.ts'

/** Reads the row above the fan's, for the leader the one below, and how many take part. */
export const useRival = (
  scope: SeasonScope,
  own: Pick<OwnSeason, 'position'>,
): { rival: SeasonEntry | undefined; total: number | undefined } => {
  const refetchInterval = usePollWhileOffline(SEASON_POLL_MS)
  const page = useQuery({ ...seasonRowQuery(scope, rivalIndex(own) ?? 0), refetchInterval }).data
  return { rival: own.position === null ? undefined : page?.entries[0], total: page?.total }
}
