import type { Database, Transaction } from '@purple-sector/database'

/**
 * Returns statements that each remove a batch of rows of scopes, other than tips and awards; `scopes` is an SQL list.
 */
const ROWS_OF_SCOPES = (scopes: string): string[] => [
  `delete from standings where ctid = any(array(select ctid from standings
     where scope_id in (${scopes}) limit :batch)) returning 1`,
  `delete from standing_ranks where ctid = any(array(select ctid from standing_ranks
     where scope_id in (${scopes}) limit :batch)) returning 1`,
  `delete from memberships where id in (select id from memberships
     where scope_id in (${scopes}) limit :batch) returning 1`,
]

const SCOPES_OF_WEEKEND = 'select id from scopes where weekend_id = :weekendId'

/** Each statement removes a batch of rows of a weekend, and returns one row per removed row. */
export const WEEKEND_BATCHES = [
  `with removed as (
     delete from tips where id in (select id from tips where weekend_id = :weekendId limit :batch) returning id
   ), history as (delete from tip_revisions using removed where tip_id = removed.id) select id from removed`,
  `delete from awards where ctid = any(array(select ctid from awards
     where race_id in (select race_id from races where weekend_id = :weekendId) limit :batch)) returning 1`,
  ...ROWS_OF_SCOPES(SCOPES_OF_WEEKEND),
]

/**
 * Removes the few remaining rows. Lock order as everywhere (docs/tipping.md, Points). The
 * weekend's row is removed last, because it marks the weekend as due for removal.
 */
const REST_OF_WEEKEND = `
select from weekends where id = :weekendId for update;
select from races where weekend_id = :weekendId order by race_id for update;
delete from scopes_to_refresh where scope_id in (${SCOPES_OF_WEEKEND});
delete from tips_to_count where scope_id in (${SCOPES_OF_WEEKEND});
delete from published_memberships where weekend_id = :weekendId
  and group_id not in (select group_id from season_groups);
delete from scopes where weekend_id = :weekendId;
delete from scoring_requests where weekend_id = :weekendId;
delete from classifications where weekend_id = :weekendId;
delete from provisional_locks where race_id in (select race_id from races where weekend_id = :weekendId);
delete from joker_locks where weekend_id = :weekendId;
delete from season_round_announcements where weekend_id = :weekendId;
delete from nudges where weekend_id = :weekendId;
delete from races where weekend_id = :weekendId;
delete from cars where weekend_id = :weekendId;
delete from weekends where id = :weekendId`

export const removeRestOfWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  for (const statement of REST_OF_WEEKEND.split(';')) await sql.raw(statement, { weekendId })
}

const SCOPES = 'select unnest(:scopes::bigint[])'

/** Each statement removes a batch of rows of scopes, and returns one row per removed row. */
export const SCOPE_BATCHES = [
  `with removed as (
     delete from tips where id in (select id from tips where scope_id in (${SCOPES}) limit :batch) returning id
   ), history as (delete from tip_revisions using removed where tip_id = removed.id) select id from removed`,
  ...ROWS_OF_SCOPES(SCOPES),
  `delete from scopes_to_refresh where scope_id in (${SCOPES}) returning 1`,
  `delete from tips_to_count where scope_id in (${SCOPES}) returning 1`,
  // Also removes their rules. Last, because these rows mark the scopes as due for removal.
  `delete from scopes where id in (${SCOPES}) returning 1`,
]

type Batch = { batch: number } & ({ weekendId: number } | { scopes: number[] })

/** Runs one of the statements above; returns the number of removed rows. */
export const removeBatch = async (sql: Database | Transaction, statement: string, batch: Batch): Promise<number> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(statement, batch)
  return rows.length
}

const FIND_AWARDS = 'select ctid::text as "rowId" from awards where scope_id = any(:scopes::bigint[]) limit :limit'
const REMOVE_AWARDS = 'delete from awards where ctid = any(:rowIds::tid[]) and scope_id = any(:scopes::bigint[])'

/** Finds the rows of at most `limit` awards of these scopes. */
export const findAwards = async (database: Database, scopes: number[], limit: number): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: { rowId: string }[] }>(FIND_AWARDS, { scopes, limit })
  return rows.map(({ rowId }) => rowId)
}

export const removeAwards = async (sql: Transaction, scopes: number[], rowIds: string[]): Promise<void> => {
  await sql.raw(REMOVE_AWARDS, { scopes, rowIds })
}

/** The scopes of groups that were deleted, or that moved to another weekend. */
const ENDED_GROUPS = `
select scopes.id, scopes.weekend_id from scopes join weekends on weekends.id = scopes.weekend_id
where scopes.deleted and not weekends.deleted and group_id is not null`

type EndedGroup = { scopeId: number; weekendId: number }

export const findEndedGroups = async (database: Database): Promise<EndedGroup[]> => {
  const { rows } = await database.raw<{ rows: { id: number; weekend_id: number }[] }>(ENDED_GROUPS)
  return rows.map(({ id, weekend_id }) => ({ scopeId: id, weekendId: weekend_id }))
}

/** SQL of what is due for removal. */
export const DUE_FOR_REMOVAL = `select 1 from weekends where deleted union all select 1 from (${ENDED_GROUPS}) ended`

export type WeekendCategory = { weekendId: number; categoryId: number }

/** Removes the tips with their history, and removes users without other tips from the boards; returns the owners. */
export const removeTipsOfCategory = async (sql: Transaction, weekendCategory: WeekendCategory): Promise<string[]> => {
  const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(
    `with removed as (
       delete from tips where weekend_id = :weekendId and category_id = :categoryId returning id, user_id
     ), history as (
       delete from tip_revisions using removed where tip_id = removed.id
     )
     select distinct user_id from removed order by user_id`,
    weekendCategory,
  )
  await sql.raw(
    `with open_scope as (
       select id from scopes where weekend_id = :weekendId and group_id is null
     ), removed as (
       delete from standings s using open_scope
       where s.scope_id = open_scope.id and not exists (
         select from tips t where t.scope_id = s.scope_id and t.user_id = s.user_id
       )
     )
     insert into scopes_to_refresh (scope_id, recount) select id, true from scopes where weekend_id = :weekendId
     on conflict (scope_id) do update set recount = true`,
    weekendCategory,
  )
  return rows.map(({ user_id }) => user_id)
}
