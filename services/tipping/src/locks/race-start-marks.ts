import type { Transaction } from '@purple-sector/database'

/**
 * Marks of started races, which lock the tips of groups (docs/rules.md, Tips): for a transaction that holds the
 * weekend's exclusive lock.
 */
export const raceStartMarks = (sql: Transaction) => ({
  /**
   * Marks the race as started by a status or a result: for good or, for an attempt, until it is known to have failed.
   */
  async add(raceId: number, attempt?: string): Promise<void> {
    const race = sql('sessions').where({ race_id: raceId })
    if (attempt === undefined) await race.where({ has_begun: false }).update({ has_begun: true })
    else
      await race
        .whereRaw('not ?::uuid = any(begun_by)', [attempt])
        .update({ begun_by: sql.raw('begun_by || ?::uuid', [attempt]) })
  },

  /** Finalizes attempts. One that a reopening has removed starts nothing. */
  async finalize(raceId: number, attempts: readonly string[], isStored: boolean): Promise<void> {
    await sql.raw(
      `update sessions set has_begun = has_begun or :isStored,
         begun_by = array(select unnest(begun_by) except all select unnest(:attempts::uuid[]))
       where race_id = :raceId and begun_by && :attempts::uuid[]`,
      { raceId, isStored, attempts: [...attempts] },
    )
  },

  /** Removes the marks of a reopened race, which has not been run. */
  async clear(raceId: number): Promise<void> {
    await sql('sessions').where({ race_id: raceId }).update({ has_begun: false, begun_by: [] })
  },
})
