import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { ENDED_GROUPS, removeEndedGroups } from './remove-ended-groups.ts'
import { ROWS_OF_SCOPES } from './rows-of-scopes.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

const SCOPES = 'select id from scopes where weekend_id = :weekendId'

/** Removes rows of a weekend in batches; each statement returns one row per removed row. */
const STEPS = [
  `with removed as (
     delete from tips where id in (select id from tips where weekend_id = :weekendId limit :batch) returning id
   ), history as (delete from tip_revisions using removed where tip_id = removed.id) select id from removed`,
  `delete from awards where ctid = any(array(select ctid from awards
     where race_id in (select race_id from races where weekend_id = :weekendId) limit :batch)) returning 1`,
  ...ROWS_OF_SCOPES(SCOPES),
]

/**
 * Removes the few remaining rows. Lock order as everywhere (docs/tipping.md, How a result becomes points). The
 * weekend's row is removed last, because it marks the weekend as due for removal.
 */
const REST = `
select from weekends where id = :weekendId for update;
select from races where weekend_id = :weekendId order by race_id for update;
delete from scopes_to_refresh where scope_id in (${SCOPES});
delete from tips_to_count where scope_id in (${SCOPES});
delete from published_memberships where weekend_id = :weekendId;
delete from scopes where weekend_id = :weekendId;
delete from scoring_requests where weekend_id = :weekendId;
delete from classifications where weekend_id = :weekendId;
delete from provisional_locks where race_id in (select race_id from races where weekend_id = :weekendId);
delete from races where weekend_id = :weekendId;
delete from cars where weekend_id = :weekendId;
delete from weekends where id = :weekendId`

const removeWeekend = async (database: Database, weekendId: number): Promise<void> => {
  for (const step of STEPS) {
    let removed = BATCH_SIZE
    while (removed === BATCH_SIZE) {
      const { rows } = await database.raw<{ rows: unknown[] }>(step, { weekendId, batch: BATCH_SIZE })
      removed = rows.length
    }
  }
  await database.transaction(async (sql) => {
    for (const statement of REST.split(';')) await sql.raw(statement, { weekendId })
  })
}

/** Removes the rows of deleted weekends. The mark that keeps them deleted stays for ever. */
export const removeDeletedWeekends = async (database: Database): Promise<void> => {
  const weekends: { id: number }[] = await database('weekends').where({ deleted: true }).select('id')
  for (const { id } of weekends) await removeWeekend(database, id)
}

const DUE = `select 1 from weekends where deleted union all select 1 from (${ENDED_GROUPS}) ended`

export const startDeletion = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of what was deleted',
    due: DUE,
    async work() {
      await removeDeletedWeekends(database)
      await removeEndedGroups(database)
    },
  })
