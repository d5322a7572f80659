import { Box } from '@mantine/core'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { useQueryClient } from '@tanstack/react-query'
import { type Live, useLive } from '../../client/realtime/realtime-context.ts'
import { leaderboardKey } from '../../features/leaderboard-rows/api/leaderboard-keys.ts'
import { useZone } from '../../features/session/use-zone.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { OfflineLine } from '../../ui/layout/offline-line.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { formatTime } from '../../ui/time/format.ts'
import { useCachedAt } from './offline-notice.tsx'

/** "Trying again in 10 seconds.", "Trying again..." during an attempt, '' when the server closed for good. */
export const formatRetry = (retryAt: Live['retryAt'], now: number): string => {
  if (retryAt === 'never') return 'Reload the page to reconnect.'
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000)
  if (seconds <= 0) return 'Trying again...'
  return `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}

const Line = ({ lostAt, retryAt }: { lostAt: number; retryAt: Live['retryAt'] }) => {
  const client = useQueryClient()
  const { weekend } = useActiveWeekend()
  const zone = useZone(weekend?.timeZone)
  const now = useNow()
  // Until the loss everything was live; data fetched since then is newer.
  const polled = weekend
    ? client
        .getQueryCache()
        .findAll({ queryKey: leaderboardKey(openCompetition(weekend.id), 'official') })
        .map(({ state }) => state.dataUpdatedAt)
    : []
  const asOf = Math.max(lostAt, ...polled)
  return <OfflineLine>{` Standings as of ${formatTime(asOf, zone)}. ${formatRetry(retryAt, now)}`}</OfflineLine>
}

/** While OFFLINE: the age of the standings, and when the connection is retried. */
export const StandingsLine = () => {
  const { isLive, lostAt, retryAt } = useLive()
  const cachedAt = useCachedAt()
  // While all of the page is cached, the line of `OfflineNotice` is enough.
  if (isLive || lostAt === null || cachedAt !== undefined) return null
  return (
    <Box className="ps-bound" mb={{ base: 0, sm: -8 }} pt={{ base: 0, sm: 16 }}>
      <Line lostAt={lostAt} retryAt={retryAt} />
    </Box>
  )
}
