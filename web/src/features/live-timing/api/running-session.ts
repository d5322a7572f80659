import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { seenForMs } from '@purple-sector/contracts/admin/timing-order'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { useSpoilerDelay } from '../../session/spoiler-delay.tsx'
import { currentEvent } from '../../weekend-data/api/current-event.ts'
import { pausedQuery, runningQuery, TIMING_POLL_MS, timingQuery } from './timing-queries.ts'
import { useThrottled } from './use-throttled.ts'

/** A session that fans can watch, with its state. */
export type RunningSession = {
  race: Race
  timing: Timing
  isPaused: boolean
  /** Age of the visible snapshot in ms, without the fan's spoiler delay. */
  silentMs: number
}

/** Granularity of the silence, in ms: avoids a render every second. */
const STEP_MS = 5_000

const isDone = ({ resultRevision, status, resultStatus }: Race): boolean =>
  resultRevision !== null || status === 'completed' || resultStatus === 'cancelled'

/** Returns the weekend's session that is running or awaits its result; null without one, undefined while unknown. */
export const useRunningSession = (weekendId: number, races: readonly Race[]): RunningSession | null | undefined => {
  const now = useServerNow(STEP_MS)
  const delayMs = useSpoilerDelay() * 1_000
  const runningId = useQuery(runningQuery(weekendId)).data
  const isPaused = useQuery(pausedQuery).data ?? false
  const runningRace = races.find(({ id }) => id === runningId)
  const { isLive, lostAt } = useLive()
  const isOffline = !isLive && lostAt !== null
  // Frames name a session that is under way; while offline, the one running by the clock is fetched.
  const event = currentEvent(races, now)
  const race = runningRace && !isDone(runningRace) ? runningRace : event?.isOn ? event.race : undefined
  const isOver = !race || isDone(race)
  const query = useQuery({
    ...timingQuery(race?.id ?? 0),
    enabled: !isOver && (race === runningRace || isOffline),
    refetchInterval: usePollWhileOffline(TIMING_POLL_MS),
  })
  const timing = useThrottled(isOver ? null : query.data)
  if (!timing || !race) return query.isLoading ? undefined : null
  const silentMs = Math.max(0, now - Date.parse(timing.at) - delayMs)
  const isVisible = silentMs <= seenForMs({ flag: timing.flag, isPaused })
  return isVisible && timing.raceId === race.id ? { race, timing, isPaused, silentMs } : null
}
