import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'
import type { State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'

type Status = Omit<LiveTimingStatus, 'clientCount'>

/** Whether live timing is shown, and what drives it: shared by the channels, for who comes has to know it too. */
export type LiveTiming = {
  /** Asks race control how it is now, again and again where it is away. Nobody waits for it. */
  load(): void
  /** A newer one, told at that time. */
  take(status: Status, at: string): void
  /** Since when it is paused, where that is known; undefined while it is shown. */
  paused(): { at: string | undefined } | undefined
  /** What a newcomer is shown. */
  state: State
  close(): void
}

type Options = { request(): Promise<Status | undefined>; frames: FrameWriter; log: Logger }

/** Without end: race control that is away keeps nobody from the rest. */
const TIMEOUT = { minBackoffMs: 500, maxBackoffMs: 30_000 }

export const createLiveTiming = ({ request, frames, log }: Options): LiveTiming => {
  const closing = new AbortController()
  let status: Status | undefined
  let pausedAt: string | undefined
  let shown: Buffer | undefined

  const learn = async (): Promise<void> => {
    const present = await retrying(request, {
      ...TIMEOUT,
      signal: closing.signal,
      onFailure({ error, attempt }) {
        if (attempt === 1)
          log.warn(
            { event: 'live_timing.status_unavailable', err: error },
            'Live timing status could not be requested from race control; retrying',
          )
      },
    })
    // What was heard meanwhile is the newer.
    status ??= present
  }
  return {
    load() {
      learn().catch((error: unknown) => {
        if (closing.signal.aborted) return
        log.error(
          { event: 'live_timing.status_abandoned', err: error },
          'Live timing status could not be loaded; no more retries',
        )
      })
    },
    take(newest, at) {
      if (!(newest.isPaused && status?.isPaused)) pausedAt = newest.isPaused ? at : undefined
      status = newest
      shown = undefined
    },
    paused: () => (status?.isPaused ? { at: pausedAt } : undefined),
    state: {
      snapshot() {
        if (status) shown ??= frames('live_timing_status', status)
        return shown
      },
    },
    close: () => closing.abort(),
  }
}
