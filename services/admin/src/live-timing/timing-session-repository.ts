import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import { z } from 'zod'
import type { Kept } from './next-timing.ts'
import { trackersSchema } from './trackers.ts'

export const keptSchema = z.object({ timing: timingSchema, trackers: trackersSchema })

type Row = {
  race_id: number
  weekend_id: number
  generation: number
  is_running: boolean
  started_at: Date | null
  last_snapshot_at: Date | null
  ended_at: Date | null
  published_generation: number | null
  kept: unknown
  shown: unknown
}

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

    /** Runs from its first snapshot on. Answers whether this is the first, undefined where it ran already. */
    async begin(raceId: number): Promise<{ isFirst: boolean; startedAt: Date } | undefined> {
      const held = await of(raceId).forUpdate().first('started_at', 'is_running')
      if (!held || (held.is_running && held.started_at)) return undefined
      const now = await databaseTime(sql)
      const startedAt = held.started_at ?? now
      await of(raceId).update({ is_running: true, started_at: startedAt, last_snapshot_at: now })
      return { isFirst: held.started_at === null, startedAt }
    },

    /** Runs no more. Answers whether it did. */
    async end(raceId: number): Promise<boolean> {
      return (await of(raceId).where({ is_running: true }).update({ is_running: false })) > 0
    },

    async save(kept: Kept, shown: Timing | undefined): Promise<void> {
      const { raceId, at, hasEnded } = kept.timing
      await of(raceId).update({
        last_snapshot_at: new Date(at),
        ended_at: hasEnded ? sql.raw('coalesce(ended_at, ?)', [at]) : null,
        kept: JSON.stringify(kept),
        ...(shown && { shown: JSON.stringify(shown) }),
      })
    },

    async findKept(raceId: number): Promise<Kept | undefined> {
      const row = await of(raceId).whereNotNull('kept').first('kept')
      return row && keptSchema.parse(row.kept)
    },

    async findShown(raceId: number): Promise<Timing | undefined> {
      const row = await of(raceId).whereNotNull('shown').first('shown')
      return row && timingSchema.parse(row.shown)
    },

    async remove(raceId: number): Promise<void> {
      await of(raceId).delete()
    },

    async removeWeekend(weekendId: number): Promise<void> {
      await table().where({ weekend_id: weekendId }).delete()
    },
  }
}
