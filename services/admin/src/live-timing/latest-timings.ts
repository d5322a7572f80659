import { type Cache, isNewer, type Numbered } from '@purple-sector/cache'
import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { LAST_TIMINGS, TIMINGS_TTL_MS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import type { Database } from '@purple-sector/database'
import { liveTimingRepository } from './live-timing.ts'
import type { Kept } from './next-timing.ts'
import { keptSchema, timingSessionRepository } from './timing-session-repository.ts'

/** A crash loses at most what came in so long. */
const SAVED_EVERY_MS = 5_000
/** What nothing came for is forgotten here; the cache has it still. */
const FORGOTTEN_AFTER_MS = 600_000

type Held = { kept: Kept; shown: Timing | undefined; savedAt: number; isSaved: boolean }
type Seams = { cache: Pick<Cache, 'latest'>; database: Database }

/** Of each race the newest, wherever it was taken: in the cache, in this process, saved in the database. */
export const newestTimings = ({ cache, database }: Seams) => {
  const kept = cache.latest(LAST_TIMINGS)
  const shown = cache.latest(VISIBLE_TIMINGS)
  const sessions = timingSessionRepository(database)
  const held = new Map<number, Held>()

  const numbered = (timing: Timing, value: unknown): Numbered => ({
    generation: timing.generation,
    sequence: timing.sequence,
    value,
  })

  const save = async (raceId: number, one: Held): Promise<void> => {
    const { kept: saved, shown: seen } = one
    one.savedAt = Date.now()
    one.isSaved = true
    try {
      await sessions.save(saved, seen)
    } catch (error) {
      if (held.get(raceId)?.kept === saved) one.isSaved = false
      throw error
    }
  }

  /** Fans see it from here on. */
  const show = async (timing: Timing): Promise<void> => {
    const one = held.get(timing.raceId)
    if (one) {
      one.shown = timing
      one.isSaved = false
    } else await sessions.saveShown(timing)
    await shown.putIfNewer(String(timing.raceId), numbered(timing, timing), TIMINGS_TTL_MS)
  }

  return {
    /** All that came of a race: the newest, and what is remembered for the next. */
    async kept(raceId: number): Promise<Kept | undefined> {
      const here = held.get(raceId)?.kept
      const cached = await kept.read(String(raceId))
      if (cached && (!here || isNewer(cached, here.timing))) {
        const parsed = keptSchema.safeParse(cached.value)
        if (parsed.success) return parsed.data
      }
      return here ?? sessions.findKept(raceId)
    },

    /** What fans see of a race. */
    async shown(raceId: number): Promise<Timing | undefined> {
      const cached = await shown.read(String(raceId))
      const parsed = cached && timingSchema.safeParse(cached.value)
      return parsed?.success ? parsed.data : sessions.findShown(raceId)
    },

    /** Becomes the newest; false where a newer one came elsewhere meanwhile. */
    async keep(next: Kept): Promise<boolean> {
      const { raceId } = next.timing
      if ((await kept.putIfNewer(String(raceId), numbered(next.timing, next), TIMINGS_TTL_MS)) === 'older') return false
      const before = held.get(raceId)
      held.set(raceId, { kept: next, shown: before?.shown, savedAt: before?.savedAt ?? 0, isSaved: false })
      return true
    },

    show,

    /** Saved at once: the first of a session, and its end. */
    async saveNow(raceId: number): Promise<void> {
      const one = held.get(raceId)
      if (one && !one.isSaved) await save(raceId, one)
    },

    /** Saves what is due. `isAll`: whatever is not saved, because this process ends. */
    async saveDue(isAll = false): Promise<void> {
      const now = Date.now()
      for (const [raceId, one] of held) {
        if (!one.isSaved && (isAll || now - one.savedAt >= SAVED_EVERY_MS)) await save(raceId, one)
        else if (one.isSaved && now - Date.parse(one.kept.timing.at) > FORGOTTEN_AFTER_MS) held.delete(raceId)
      }
    },

    /** A snapshot that was being taken while timing was resumed is kept as a hidden one: it is shown now. */
    async showWhatIsKept(): Promise<void> {
      const hidden = [...held.values()].filter(({ kept, shown }) => shown !== kept.timing)
      if (hidden.length === 0 || (await liveTimingRepository(database).isPaused())) return
      for (const { kept } of hidden) await show(kept.timing)
    },

    /** A cache that starts empty is told what fans saw last: whoever follows it hears it. */
    async restoreShown(): Promise<void> {
      for (const timing of await sessions.findRecentlyShown(TIMINGS_TTL_MS))
        await shown.putIfNewer(String(timing.raceId), numbered(timing, timing), TIMINGS_TTL_MS)
    },

    /** The race is gone. */
    async forget(raceId: number): Promise<void> {
      held.delete(raceId)
      await Promise.all([kept.remove(String(raceId)), shown.remove(String(raceId))])
    },
  }
}

export type NewestTimings = ReturnType<typeof newestTimings>
