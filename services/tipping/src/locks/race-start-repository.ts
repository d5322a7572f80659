import type { Transaction } from '@purple-sector/database'

/**
 * Marks of started races, which lock the tips of groups (docs/rules.md, Tips): for a transaction that holds the
 * weekend's exclusive lock.
 */
export const raceStartRepository = (sql: Transaction) => ({
  /**
   * Marks the race as started by a status or a result: for good or, for an attempt, until it is known to have failed.
   */
  async add(raceId: number, attempt?: string): Promise<void> {
    const race = sql('races').where({ race_id: raceId })
    if (attempt === undefined) await race.where({ has_started: false }).update({ has_started: true })
    else
      await race
        .whereRaw('not ?::uuid = any(started_by)', [attempt])
        .update({ started_by: sql.raw('started_by || ?::uuid', [attempt]) })
  },

  /** Finalizes an attempt. One that a reopening has removed starts nothing. */
  async finalize(raceId: number, attempt: string, isStored: boolean): Promise<void> {
    await sql.raw(
      `update races set has_started = has_started or :isStored,
         started_by = array_remove(started_by, :attempt::uuid)
       where race_id = :raceId and :attempt::uuid = any(started_by)`,
      { raceId, isStored, attempt },
    )
  },

  /** Removes the marks of a reopened race, which has not been run. */
  async clear(raceId: number): Promise<void> {
    await sql('races').where({ race_id: raceId }).update({ has_started: false, started_by: [] })
  },
})
