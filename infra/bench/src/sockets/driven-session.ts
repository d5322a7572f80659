import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import { timingReply } from '@purple-sector/testing/replies'
import { clock } from './clock.ts'
import { WEEKEND_ID } from './fake-services.ts'

export const DRIVEN_RACE_ID = 1

const LAP_MS = 90_000
const SECTORS = 3
/** Cars per hundred that have overtaken another one when they cross a line. */
const OVERTAKING = 5

/**
 * Simulates a session as a timing system sees it.
 * Cars cross the lines at the ends of the sectors one after another, which updates their times. The sequence of a
 * snapshot is its time in microseconds.
 */
export const simulateTiming = (cars: number) => {
  const startedAt = new Date().toISOString()
  const session = timingReply(
    Array.from({ length: cars }, (_, index) => index + 1),
    { raceId: DRIVEN_RACE_ID, weekendId: WEEKEND_ID, startedAt, totalLaps: 500 },
  )
  let entries: TimingEntry[] = session.entries
  let crossings = 0

  /** Lets the next car cross a line: it gets a new sector time, and at the end of a lap a lap time. */
  const cross = (): void => {
    const index = crossings % cars
    const sector = Math.floor(crossings / cars) % SECTORS
    crossings += 1
    const entry = entries[index]
    if (!entry) return
    const sectorMs = 30_000 + ((crossings * 7_919) % 1_000)
    const isLap = sector === SECTORS - 1
    const gapMs = index * 1_200 + ((crossings * 104_729) % 700)
    const next: TimingEntry = {
      ...entry,
      sectorsMs: entry.sectorsMs.with(sector, sectorMs),
      sectors: entry.sectors.with(sector, crossings % 3 === 0 ? 'green' : 'yellow'),
      gapMs: index === 0 ? null : gapMs,
      intervalMs: index === 0 ? null : gapMs - (entries[index - 1]?.gapMs ?? 0),
      laps: entry.laps + (isLap ? 1 : 0),
      lastLapMs: isLap ? LAP_MS + sectorMs - 30_000 : entry.lastLapMs,
    }
    entries = entries.with(index, next)
    const ahead = entries[index - 1]
    if (!ahead || (crossings * 31) % 100 >= OVERTAKING) return
    const atPosition = (timing: TimingEntry, position: number): TimingEntry => ({
      ...timing,
      position,
      place: position,
    })
    entries = entries.with(index - 1, atPosition(next, index)).with(index, atPosition(ahead, index + 1))
  }

  return {
    /** Returns the state this long after the first snapshot. */
    after(ms: number): Timing {
      const dueCrossings = Math.floor((ms * cars * SECTORS) / LAP_MS)
      while (crossings < dueCrossings) cross()
      const at = new Date().toISOString()
      const moment = { sequence: Math.floor(clock() * 1_000), at, capturedAt: at }
      return { ...session, ...moment, lap: entries[0]?.laps ?? 0, remainingMs: 3_600_000 - ms, entries }
    },
  }
}
