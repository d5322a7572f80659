import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import { type Database, databaseTime, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { z } from 'zod'
import type { Kept } from './next-timing.ts'
import { trackersSchema } from './trackers.ts'

export const keptSchema = z.object({
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

/** Nothing newer is saved: by the same order as everywhere, generation, then sequence. */
const IS_NEWEST = `(latest is null or
  ((latest->'timing'->>'generation')::integer, (latest->'timing'->>'sequence')::bigint) <= (?::integer, ?::bigint))`

/** SQL: sessions of which nothing has come for so long that they run no more. */
export const HAS_FALLEN_SILENT = `
is_running and last_snapshot_at < clock_timestamp() - interval '${TIMING_ENDS_AFTER_MS} milliseconds'`

/**
 * SQL: sessions that have ended and are to be published by themselves; none while timing is paused. An order that a source
 * before the present one left behind is not its own.
 */
export const TO_PUBLISH = `
select race_id as "raceId", generation from timing_sessions
where publish_automatically and ended_at is not null and published_generation is distinct from generation
  and not (select is_paused from live_timing) and (latest->'timing'->>'generation')::integer = generation`

/** A race of which something is known by live timing: who delivers it, or how it stands. */
export const timingSessionRepository = (sql: Database | Transaction) => {
  const table = () => sql<Row>('timing_sessions')
  const of = (raceId: number) => table().where({ race_id: raceId })
  return {
    /** There is one from now on; whatever else is kept of the race's timing refers to it. */
    async ensure(race: { id: number; weekendId: number }): Promise<void> {
      await table().insert({ race_id: race.id, weekend_id: race.weekendId }).onConflict('race_id').ignore()
    },

    /** A new source counts anew: snapshots of a generation before are ignored from here on. The session is there. */
    async beginGeneration(raceId: number): Promise<number> {
      const [row] = await of(raceId).increment('generation', 1).returning('generation')
      if (!row) throw new Error(`Nothing is known of the timing of race ${raceId}`)
      return row.generation
    },

    /**
     * Runs from a snapshot on. `isFirst`: it is the first of the session; `began`: it did not run. The session is there.
     */
    async begin(raceId: number): Promise<{ isFirst: boolean; began: boolean; startedAt: Date }> {
      const held = await of(raceId).forUpdate().first('started_at', 'is_running')
      const now = await databaseTime(sql)
      const startedAt = held?.started_at ?? now
      await of(raceId).update({ is_running: true, started_at: startedAt, last_snapshot_at: now })
      return { isFirst: !held?.started_at, began: !held?.is_running, startedAt }
    },

    /** Runs no more. Answers whether it did. */
    async end(raceId: number): Promise<boolean> {
      return (await of(raceId).where({ is_running: true }).update({ is_running: false })) > 0
    },

    /** Nothing where another process has saved a newer one: whoever took an older snapshot saves it up to seconds later. */
    async save(kept: Kept, shown: Timing | undefined): Promise<void> {
      const { raceId, at, hasEnded, generation, sequence } = kept.timing
      await of(raceId)
        .whereRaw(IS_NEWEST, [generation, sequence])
        .update({
          // By the database's clock, as silence is judged by it.
          last_snapshot_at: sql.raw("clock_timestamp() - ? * interval '1 ms'", [Date.now() - Date.parse(at)]),
          ended_at: hasEnded ? sql.raw('coalesce(ended_at, ?)', [at]) : null,
          latest: JSON.stringify(kept),
          ...(shown && { visible: JSON.stringify(shown) }),
        })
      if (hasEnded) wakeAfterCommit(sql, 'tasks')
    },

    async saveShown(shown: Timing): Promise<void> {
      await of(shown.raceId).update({ visible: JSON.stringify(shown) })
    },

    async findKept(raceId: number): Promise<Kept | undefined> {
      const row = await of(raceId).whereNotNull('latest').first('latest')
      return row && keptSchema.parse(row.latest)
    },

    async findShown(raceId: number): Promise<Timing | undefined> {
      const row = await of(raceId).whereNotNull('visible').first('visible')
      return row && timingSchema.parse(row.visible)
    },

    /** What fans saw last of each session of which something came in so long. */
    async findRecentlyShown(withinMs: number): Promise<Timing[]> {
      const rows = await table()
        .whereNotNull('visible')
        .whereRaw("last_snapshot_at > clock_timestamp() - ? * interval '1 ms'", [withinMs])
        .select('visible')
      return rows.map(({ visible }) => timingSchema.parse(visible))
    },

    /** Answers how many have fallen silent. */
    async endSilent(): Promise<number> {
      return table().whereRaw(HAS_FALLEN_SILENT).update({ is_running: false })
    },

    /** Whether the order at the end is published without anybody's click. The session is there. */
    async setPublishing(raceId: number, publishes: boolean): Promise<void> {
      await of(raceId).update({ publish_automatically: publishes })
    },

    async toPublish(): Promise<{ raceId: number; generation: number }[]> {
      return (await sql.raw<{ rows: { raceId: number; generation: number }[] }>(TO_PUBLISH)).rows
    },

    /** One process alone publishes it, once. */
    async markPublished(raceId: number, generation: number): Promise<boolean> {
      const marked = await of(raceId)
        .whereRaw('published_generation is distinct from ?', [generation])
        .update({ published_generation: generation })
      return marked > 0
    },

    /** It was not published after all. */
    async unmarkPublished(raceId: number, generation: number): Promise<void> {
      await of(raceId).where({ published_generation: generation }).update({ published_generation: null })
    },

    /** Of which something came in so long, whether they run still or have fallen silent. */
    async recent(withinMs: number): Promise<number[]> {
      return table().whereRaw("last_snapshot_at > clock_timestamp() - ? * interval '1 ms'", [withinMs]).pluck('race_id')
    },

    async remove(raceId: number): Promise<void> {
      await of(raceId).delete()
    },

    /** Answers of which races there was something, and whether one of them ran. */
    async removeWeekend(weekendId: number): Promise<{ raceIds: number[]; ran: boolean }> {
      const removed = await table().where({ weekend_id: weekendId }).delete().returning(['race_id', 'is_running'])
      return { raceIds: removed.map(({ race_id }) => race_id), ran: removed.some(({ is_running }) => is_running) }
    },
  }
}
