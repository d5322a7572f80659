import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { unpooled } from './unpooled.ts'
import { etagOf } from './validators.ts'

/** How a session stands, as it is sent; `at` is when that came. */
export type TimingBytes = { body: Buffer; etag: string; at: string }

export type TimingReads = { peek(raceId: number): TimingBytes | undefined }

/** What the cache tells of live timing, written once however many ask: every fan who opens the page does. */
export const createTimingReads = (timings: Pick<VisibleTimings, 'ofRace'>): TimingReads => {
  const cached = new WeakMap<Timing, TimingBytes>()
  const write = (timing: Timing): TimingBytes => {
    const body = unpooled(JSON.stringify(timing))
    return { body, etag: etagOf(body), at: timing.at }
  }
  return {
    peek(raceId) {
      const timing = timings.ofRace(raceId)
      if (!timing) return undefined
      const bytes = cached.get(timing) ?? write(timing)
      cached.set(timing, bytes)
      return bytes
    },
  }
}
