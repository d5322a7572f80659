import type { Database } from '@purple-sector/database'
import { isLockedForGood } from '../locks/lock-read-model.ts'
import type { LedgerRace } from '../scoring/award-ledger-sql.ts'
import { scoringRepository } from '../scoring/scoring-repository.ts'

/** Whether timing is not paused and the race is still running: not completed and without a result. */
const IS_RUNNING = `
select from races race join weekends weekend on weekend.id = race.weekend_id
where race_id = :raceId and not race.deleted and not weekend.deleted
  and race.session_type <> 'practice' and race.status <> 'completed'
  and not exists (select from classifications where classifications.race_id = race.race_id)
  and not exists (select from live_timing where is_paused)`

/**
 * Returns the race if leaderboards are projected for it. Undefined while the race accepts tips, because no fan may
 * learn others' tips before the lock (docs/rules.md, Tips), when it has a result or awards nothing, and while timing is
 * paused.
 */
export const projectedRace = (database: Database, raceId: number): Promise<LedgerRace | undefined> =>
  database.transaction(
    async (sql) => {
      const { rows } = await sql.raw<{ rows: unknown[] }>(IS_RUNNING, { raceId })
      if (rows.length === 0 || !(await isLockedForGood(sql, raceId))) return undefined
      return scoringRepository(sql).race(raceId)
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
