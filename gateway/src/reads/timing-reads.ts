import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { unpooled } from './unpooled.ts'
import { etagOf } from './validators.ts'

/** The bytes of the live timing of a race; `at` is when it arrived. */
export type TimingBytes = { body: Buffer; etag: string; at: string }

export type TimingReads = { peek(raceId: number): TimingBytes | undefined }

/** Serializes live timing once per state for all callers: every user who opens the page reads it. */
export const createTimingReads = (timings: Pick<VisibleTimings, 'ofRace'>): TimingReads => {
  const cached = new WeakMap<Timing, TimingBytes>()
  const serialize = (timing: Timing): TimingBytes => {
    const body = unpooled(JSON.stringify(timing))
    return { body, etag: etagOf(body), at: timing.at }
  }
  return {
    peek(raceId) {
      const timing = timings.ofRace(raceId)
      if (!timing) return undefined
      const bytes = cached.get(timing) ?? serialize(timing)
      cached.set(timing, bytes)
      return bytes
    },
  }
}
