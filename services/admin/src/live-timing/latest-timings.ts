import { type Cache, isNewer, type VersionedValue } from '@purple-sector/cache'
import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { LAST_TIMINGS, TIMINGS_TTL_MS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import type { Database } from '@purple-sector/database'
import { liveTimingRepository } from './live-timing-repository.ts'
import type { TrackedTiming } from './next-timing.ts'
import { timingSessionRepository, trackedTimingSchema } from './timing-session-repository.ts'

/** A crash loses at most the snapshots of this interval. */
const SAVE_INTERVAL_MS = 5_000
/** How long an idle race stays in memory; the cache still has it. */
const IDLE_TTL_MS = 600_000

type LocalTiming = { latest: TrackedTiming; visible: Timing | undefined; savedAt: number; isSaved: boolean }
type Dependencies = { cache: Pick<Cache, 'latest'>; database: Database }

/** Stores each race's latest timing in the cache, in this process and, at intervals, in the database. */
export const createLatestTimings = ({ cache, database }: Dependencies) => {
  const latest = cache.latest(LAST_TIMINGS)
  const visible = cache.latest(VISIBLE_TIMINGS)
  const sessions = timingSessionRepository(database)
  const local = new Map<number, LocalTiming>()

  const sequenced = (timing: Timing, value: unknown): VersionedValue => ({
    generation: timing.generation,
    sequence: timing.sequence,
    value,
  })

  const save = async (raceId: number, entry: LocalTiming): Promise<void> => {
    const { latest: saved, visible: visibleSaved } = entry
    entry.savedAt = Date.now()
    entry.isSaved = true
    try {
      await sessions.save(saved, visibleSaved)
    } catch (error) {
      if (local.get(raceId)?.latest === saved) entry.isSaved = false
      throw error
    }
  }

  /** Makes a timing visible to users. */
  const makeVisible = async (timing: Timing): Promise<void> => {
    const entry = local.get(timing.raceId)
    if (entry) {
      entry.visible = timing
      entry.isSaved = false
    } else await sessions.saveVisible(timing)
    await visible.putIfNewer(String(timing.raceId), sequenced(timing, timing), TIMINGS_TTL_MS)
  }

  return {
    /** Returns the latest timing of a race, hidden ones included, with its trackers. */
    async latest(raceId: number): Promise<TrackedTiming | undefined> {
      const localLatest = local.get(raceId)?.latest
      const cached = await latest.read(String(raceId))
      if (cached && (!localLatest || isNewer(cached, localLatest.timing))) {
        const parsed = trackedTimingSchema.safeParse(cached.value)
        if (parsed.success) return parsed.data
      }
      return localLatest ?? sessions.findLatest(raceId)
    },

    /** Returns the timing of a race that users see. */
    async visible(raceId: number): Promise<Timing | undefined> {
      const cached = await visible.read(String(raceId))
      const parsed = cached && timingSchema.safeParse(cached.value)
      return parsed?.success ? parsed.data : sessions.findVisible(raceId)
    },

    /** Stores the latest timing, visible or hidden, in one write; false if another process has stored a newer one. */
    async putIfNewer(next: TrackedTiming, { isVisible }: { isVisible: boolean }): Promise<boolean> {
      const { timing } = next
      const key = String(timing.raceId)
      const copy = isVisible ? { name: VISIBLE_TIMINGS, value: timing } : undefined
      if ((await latest.putIfNewer(key, sequenced(timing, next), TIMINGS_TTL_MS, copy)) === 'older') return false
      const before = local.get(timing.raceId)
      local.set(timing.raceId, {
        latest: next,
        visible: isVisible ? timing : before?.visible,
        savedAt: before?.savedAt ?? 0,
        isSaved: false,
      })
      return true
    },

    makeVisible,

    /** Saves immediately: for the first timing of a session, and its end. */
    async saveNow(raceId: number): Promise<void> {
      const entry = local.get(raceId)
      if (entry && !entry.isSaved) await save(raceId, entry)
    },

    /** Saves what is due; with `isAll` everything unsaved, because this process ends. */
    async saveDue(isAll = false): Promise<void> {
      const now = Date.now()
      for (const [raceId, entry] of local) {
        if (!entry.isSaved && (isAll || now - entry.savedAt >= SAVE_INTERVAL_MS)) await save(raceId, entry)
        else if (entry.isSaved && now - Date.parse(entry.latest.timing.at) > IDLE_TTL_MS) local.delete(raceId)
      }
    },

    /** Publishes the latest timings that users do not see yet, unless timing is paused. */
    async publishHidden(): Promise<void> {
      const hidden = [...local.values()].filter(({ latest, visible }) => visible !== latest.timing)
      if (hidden.length === 0 || (await liveTimingRepository(database).isPaused())) return
      for (const { latest } of hidden) await makeVisible(latest.timing)
    },

    /** Restores the visible timings into a cache that starts empty, so that its subscribers receive them. */
    async restoreVisible(): Promise<void> {
      for (const timing of await sessions.findRecentlyVisible(TIMINGS_TTL_MS))
        await visible.putIfNewer(String(timing.raceId), sequenced(timing, timing), TIMINGS_TTL_MS)
    },

    /** Drops a deleted race. */
    async remove(raceId: number): Promise<void> {
      local.delete(raceId)
      await Promise.all([latest.remove(String(raceId)), visible.remove(String(raceId))])
    },
  }
}

export type LatestTimings = ReturnType<typeof createLatestTimings>
