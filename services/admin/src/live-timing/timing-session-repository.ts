import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import { type Database, databaseTime, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { z } from 'zod'
import type { TrackedTiming } from './next-timing.ts'
import { trackersSchema } from './trackers.ts'

export const trackedTimingSchema = z.object({
  timing: timingSchema,
  trackers: trackersSchema,
  sessionStartedAt: z.string().nullish(),
})

type Row = {
  race_id: number
  weekend_id: number
  generation: number
  is_running: boolean
  started_at: Date | null
  last_snapshot_at: Date | null
  ended_at: Date | null
  published_generation: number | null
  publish_automatically: boolean
  latest: unknown
  visible: unknown
}

/** SQL: nothing newer is saved, by generation, then sequence. */
const IS_NEWEST = `(latest is null or
  ((latest->'timing'->>'generation')::integer, (latest->'timing'->>'sequence')::bigint) <= (?::integer, ?::bigint))`

/** SQL: sessions without a snapshot for so long that they have ended. */
const HAS_FALLEN_SILENT = `
is_running and last_snapshot_at < clock_timestamp() - interval '${TIMING_ENDS_AFTER_MS} milliseconds'`

/** SQL: whether sessions have fallen silent. */
export const SILENT_SESSIONS = `select from timing_sessions where ${HAS_FALLEN_SILENT}`

/**
 * SQL: ended sessions whose order is published automatically; none while timing is paused.
 * Excludes an order that an earlier source left behind.
 */
export const PUBLISHABLE_SESSIONS = `
select race_id as "raceId", generation from timing_sessions
where publish_automatically and ended_at is not null and published_generation is distinct from generation
  and not (select is_paused from live_timing) and (latest->'timing'->>'generation')::integer = generation`

/** Timing sessions: one row a race, for its source or its timing. */
export const timingSessionRepository = (sql: Database | Transaction) => {
  const table = () => sql<Row>('timing_sessions')
  const rowsOfRace = (raceId: number) => table().where({ race_id: raceId })
  return {
    /** Ensures the row that all other timing of the race refers to. */
    async ensure(race: { id: number; weekendId: number }): Promise<void> {
      await table().insert({ race_id: race.id, weekend_id: race.weekendId }).onConflict('race_id').ignore()
    },

    /** Locks the row until the transaction ends. The row exists. */
    async lock(raceId: number): Promise<void> {
      await rowsOfRace(raceId).forUpdate().first('race_id')
    },

    /** Starts the generation of a new source: snapshots of earlier ones are ignored. The row exists. */
    async nextGeneration(raceId: number): Promise<number> {
      const [row] = await rowsOfRace(raceId).increment('generation', 1).returning('generation')
      if (!row) throw new Error(`Nothing is known of the timing of race ${raceId}`)
      return row.generation
    },

    /** Marks the session as running. `isFirst`: its first snapshot; `wasIdle`: it did not run. The row exists. */
    async start(raceId: number): Promise<{ isFirst: boolean; wasIdle: boolean; startedAt: Date }> {
      const locked = await rowsOfRace(raceId).forUpdate().first('started_at', 'is_running')
      const now = await databaseTime(sql)
      const startedAt = locked?.started_at ?? now
      await rowsOfRace(raceId).update({ is_running: true, started_at: startedAt, last_snapshot_at: now })
      return { isFirst: !locked?.started_at, wasIdle: !locked?.is_running, startedAt }
    },

    /** Ends the session; returns whether it ran. */
    async end(raceId: number): Promise<boolean> {
      return (await rowsOfRace(raceId).where({ is_running: true }).update({ is_running: false })) > 0
    },

    /** Saves unless another process has saved a newer one: a process may save an older snapshot seconds late. */
    async save(latest: TrackedTiming, visible: Timing | undefined): Promise<void> {
      const { raceId, at, hasEnded, generation, sequence } = latest.timing
      await rowsOfRace(raceId)
        .whereRaw(IS_NEWEST, [generation, sequence])
        .update({
          // By the database's clock, which also decides silence.
          last_snapshot_at: sql.raw("clock_timestamp() - ? * interval '1 ms'", [Date.now() - Date.parse(at)]),
          ended_at: hasEnded ? sql.raw('coalesce(ended_at, ?)', [at]) : null,
          latest: JSON.stringify(latest),
          ...(visible && { visible: JSON.stringify(visible) }),
        })
      if (hasEnded) wakeAfterCommit(sql, 'tasks')
    },

    async saveVisible(visible: Timing): Promise<void> {
      await rowsOfRace(visible.raceId).update({ visible: JSON.stringify(visible) })
    },

    async findLatest(raceId: number): Promise<TrackedTiming | undefined> {
      const row = await rowsOfRace(raceId).whereNotNull('latest').first('latest')
      return row && trackedTimingSchema.parse(row.latest)
    },

    async findVisible(raceId: number): Promise<Timing | undefined> {
      const row = await rowsOfRace(raceId).whereNotNull('visible').first('visible')
      return row && timingSchema.parse(row.visible)
    },

    /** Finds the visible timing of each session with a snapshot within that time. */
    async findRecentlyVisible(withinMs: number): Promise<Timing[]> {
      const rows = await table()
        .whereNotNull('visible')
        .whereRaw("last_snapshot_at > clock_timestamp() - ? * interval '1 ms'", [withinMs])
        .select('visible')
      return rows.map(({ visible }) => timingSchema.parse(visible))
    },

    /** Ends silent sessions; returns how many. */
    async endSilent(): Promise<number> {
      return table().whereRaw(HAS_FALLEN_SILENT).update({ is_running: false })
    },

    /** Sets whether the final order is published automatically. The row exists. */
    async setPublishing(raceId: number, isAutomatic: boolean): Promise<void> {
      await rowsOfRace(raceId).update({ publish_automatically: isAutomatic })
    },

    async findPublishable(): Promise<{ raceId: number; generation: number }[]> {
      return (await sql.raw<{ rows: { raceId: number; generation: number }[] }>(PUBLISHABLE_SESSIONS)).rows
    },

    /** Claims the publication for this process; false if another has it. */
    async markPublished(raceId: number, generation: number): Promise<boolean> {
      const marked = await rowsOfRace(raceId)
        .whereRaw('published_generation is distinct from ?', [generation])
        .update({ published_generation: generation })
      return marked > 0
    },

    /** Releases the claim after a failed publication. */
    async unmarkPublished(raceId: number, generation: number): Promise<void> {
      await rowsOfRace(raceId).where({ published_generation: generation }).update({ published_generation: null })
    },

    /** Finds sessions with a snapshot within that time, running or not. */
    async findRecent(withinMs: number): Promise<number[]> {
      return table().whereRaw("last_snapshot_at > clock_timestamp() - ? * interval '1 ms'", [withinMs]).pluck('race_id')
    },

    async remove(raceId: number): Promise<void> {
      await rowsOfRace(raceId).delete()
    },

    /** Removes a weekend's sessions; returns their races, and whether one of them ran. */
    async removeWeekend(weekendId: number): Promise<{ raceIds: number[]; wasRunning: boolean }> {
      const removedRows = await table().where({ weekend_id: weekendId }).delete().returning(['race_id', 'is_running'])
      return {
        raceIds: removedRows.map(({ race_id }) => race_id),
        wasRunning: removedRows.some(({ is_running }) => is_running),
      }
    },
  }
}
