import type { Transaction } from '@purple-sector/database'

/**
 * Which races have begun, by which groups lock their tips (docs/rules.md, Tips): for a transaction that holds the
 * weekend's exclusive lock.
 */
export const raceStartMarks = (sql: Transaction) => ({
  /** A status or a result begins the race: for good, or as long as it is not known to have failed. */
  async add(raceId: number, attempt?: string): Promise<void> {
    const race = sql('sessions').where({ race_id: raceId })
    if (attempt === undefined) await race.where({ has_begun: false }).update({ has_begun: true })
    else
      await race
        .whereRaw('not ?::uuid = any(begun_by)', [attempt])
        .update({ begun_by: sql.raw('begun_by || ?::uuid', [attempt]) })
  },

  /** These attempts are over. One that a reopening has ended begins nothing any more. */
  async finalize(raceId: number, attempts: readonly string[], isStored: boolean): Promise<void> {
    await sql.raw(
      `update sessions set has_begun = has_begun or :isStored,
         begun_by = array(select unnest(begun_by) except all select unnest(:attempts::uuid[]))
       where race_id = :raceId and begun_by && :attempts::uuid[]`,
      { raceId, isStored, attempts: [...attempts] },
    )
  },

  /** The race was reopened: it has not been run after all. */
  async clear(raceId: number): Promise<void> {
    await sql('sessions').where({ race_id: raceId }).update({ has_begun: false, begun_by: [] })
  },
})
