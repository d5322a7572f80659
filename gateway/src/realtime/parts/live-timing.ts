import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'
import type { State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'

type Status = Omit<LiveTimingStatus, 'clientCount'>

/** Whether live timing is running, and its source. All channels share it, because new clients need it too. */
export type LiveTiming = {
  /** Loads the status from race control in the background, with retries while it is unavailable; once at a time. */
  load(): void
  /** Applies a newer status, published at that time. */
  apply(status: Status, at: string): void
  /** The current pause, with its start if that is known; undefined while live timing is running. */
  currentPause(): { at: string | undefined } | undefined
  /** The state for a new client. */
  state: State
  close(): void
}

type Options = { request(): Promise<Status | undefined>; frames: FrameWriter; log: Logger }

/** Retries never end, because everything else works without race control. */
const RETRY_BACKOFF = { minBackoffMs: 500, maxBackoffMs: 30_000 }

export const createLiveTiming = ({ request, frames, log }: Options): LiveTiming => {
  const closing = new AbortController()
  let status: Status | undefined
  let pausedAt: string | undefined
  let snapshotFrame: Buffer | undefined
  let isLoading = false

  const fetchStatus = async (): Promise<void> => {
    const present = await retrying(request, {
      ...RETRY_BACKOFF,
      signal: closing.signal,
      onFailure({ error, attempt }) {
        if (attempt === 1)
          log.warn(
            { event: 'live_timing.status_unavailable', err: error },
            'Live timing status could not be requested from race control; retrying',
          )
      },
    })
    // A status from an event that arrived meanwhile is newer.
    status ??= present
  }
  return {
    load() {
      if (isLoading) return
      isLoading = true
      fetchStatus()
        .catch((error: unknown) => {
          if (closing.signal.aborted) return
          log.error(
            { event: 'live_timing.status_abandoned', err: error },
            'Live timing status could not be loaded; no more retries',
          )
        })
        .finally(() => {
          isLoading = false
        })
    },
    apply(newest, at) {
      if (!(newest.isPaused && status?.isPaused)) pausedAt = newest.isPaused ? at : undefined
      status = newest
      snapshotFrame = undefined
    },
    currentPause: () => (status?.isPaused ? { at: pausedAt } : undefined),
    state: {
      snapshot() {
        if (status) snapshotFrame ??= frames('live_timing_status', status)
        return snapshotFrame
      },
    },
    close: () => closing.abort(),
  }
}
