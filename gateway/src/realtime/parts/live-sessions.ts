import type { Logger } from '@purple-sector/service-kit'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { InternalApi } from '../../internal-api.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createLiveTiming, type LiveTiming } from './live-timing.ts'
import { createProjectedLeaderboards, type ProjectedBoards } from './projected-leaderboards.ts'
import { createRunningSessions, type RunningSessions } from './running-sessions.ts'

/** Live timing, whether it is running, which races run, and their projected leaderboards. */
export type LiveSessions = {
  timings: VisibleTimings
  liveTiming: LiveTiming
  sessions: RunningSessions
  projected: ProjectedBoards
}

type Options = {
  timings: VisibleTimings
  fetchLiveTimingStatus: Parameters<typeof createLiveTiming>[0]['request']
  internalApi: Pick<InternalApi, 'projectedLeaderboards'>
  frames: FrameWriter
  now(): number
  log: Logger
}

/** What the kinds of channels share about live timing. */
export const createLiveSessions = ({
  timings,
  fetchLiveTimingStatus,
  internalApi,
  frames,
  now,
  log,
}: Options): LiveSessions => {
  const liveTiming = createLiveTiming({ request: fetchLiveTimingStatus, frames, log })
  const sessions = createRunningSessions({ timings, liveTiming, now })
  const projected = createProjectedLeaderboards({ sessions, fetchTops: internalApi.projectedLeaderboards, frames, log })
  return { timings, liveTiming, sessions, projected }
}
