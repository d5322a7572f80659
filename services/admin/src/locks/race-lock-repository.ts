import type { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { Database, Transaction } from '@purple-sector/database'
import type { z } from 'zod'

export type RaceLock = z.infer<typeof raceLockSet.data>

type Row = { race_id: number; weekend_id: number; locks_at: Date; reopened: number; revision: number | null }

const raceLockOf = ({ race_id, weekend_id, locks_at, reopened, revision }: Row): RaceLock => ({
  raceId: race_id,
  weekendId: weekend_id,
  locksAt: locks_at.toISOString(),
  reopened,
  revision,
})

/** Locks that race control has set (docs/rules.md, Races): the last one of each race. */
export const raceLockRepository = (sql: Database | Transaction) => ({
  async save({ raceId, weekendId, locksAt, reopened, revision }: RaceLock): Promise<void> {
    await sql<Row>('race_locks')
      .insert({ race_id: raceId, weekend_id: weekendId, locks_at: new Date(locksAt), reopened, revision })
      .onConflict('race_id')
      .merge()
  },

  async find(raceId: number): Promise<RaceLock | undefined> {
    const row = await sql<Row>('race_locks').where({ race_id: raceId }).first()
    return row && raceLockOf(row)
  },

  async remove(raceId: number): Promise<void> {
    await sql('race_locks').where({ race_id: raceId }).delete()
  },

  async page(raceId: number, size: number): Promise<RaceLock[]> {
    const rows = await sql<Row>('race_locks').where('race_id', '>', raceId).orderBy('race_id').limit(size)
    return rows.map(raceLockOf)
  },
})
