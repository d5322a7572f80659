import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { minutes } from '../../../lib/query-client.ts'
import { boardKey, type Scope } from './leaderboard-keys.ts'
import { type ProjectedBoardData, projectedKey } from './projected-keys.ts'

/** Poll interval of a projected leaderboard while offline, in ms; for `usePollWhileOffline`. */
export const PROJECTED_POLL_MS = 5_000
/** Number of visible rows of a projected leaderboard: those of a frame. */
const ROWS = 20

const fetchProjected = async (scope: Scope, signal: AbortSignal): Promise<ProjectedBoardData> => {
  const path = `${boardKey(scope).join('/')}?projected=true&limit=${ROWS}`
  const reply = await api.reply(path, { signal })
  const raceId = Number(reply.headers.get('x-projected')?.split(':')[0])
  const total = Number(reply.headers.get('x-total-count'))
  const rows: ProvisionalEntry[] = await reply.json()
  // Without a race the reply is the official leaderboard, which has a query of its own.
  if (!raceId) return null
  return { raceId, total, entries: rows.slice(0, ROWS), ownEntry: rows[ROWS] ?? null }
}

/** The projected leaderboard, as if the running session ended now. */
export const projectedQuery = (scope: Scope) =>
  queryOptions({
    queryKey: projectedKey(scope),
    queryFn: ({ signal }) => fetchProjected(scope, signal),
    staleTime: minutes(1),
  })
