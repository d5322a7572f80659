import type { Logger } from '@purple-sector/service-kit'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { InternalApi } from '../../internal-api.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createLiveTiming, type LiveTiming } from './live-timing.ts'
import { createProjections, type Projections } from './projections.ts'
import { createRunningRaces, type RunningRaces } from './running-races.ts'

/** Live timing, whether it is running, which races run, and their projected leaderboards. */
export type LiveRaces = {
  timings: VisibleTimings
  liveTiming: LiveTiming
  runningRaces: RunningRaces
  projections: Projections
}

type Options = {
  timings: VisibleTimings
  fetchLiveTimingStatus: Parameters<typeof createLiveTiming>[0]['request']
  internalApi: Pick<InternalApi, 'projectedLeaderboards'>
  frames: FrameWriter
  now(): number
  log: Logger
}

/** Creates the parts of live timing that all kinds of channels share. */
export const createLiveRaces = ({
  timings,
  fetchLiveTimingStatus,
  internalApi,
  frames,
  now,
  log,
}: Options): LiveRaces => {
  const liveTiming = createLiveTiming({ request: fetchLiveTimingStatus, frames, log })
  const runningRaces = createRunningRaces({ timings, liveTiming, now })
  const projections = createProjections({
    runningRaces,
    fetch: internalApi.projectedLeaderboards,
    frames,
    log,
  })
  return { timings, liveTiming, runningRaces, projections }
}
