/**
 * Returns statements that each remove a batch of rows of scopes, other than tips and awards; `scopes` is an SQL list.
 */
export const ROWS_OF_SCOPES = (scopes: string): string[] => [
  `delete from standings where ctid = any(array(select ctid from standings
     where scope_id in (${scopes}) limit :batch)) returning 1`,
  `delete from standing_ranks where ctid = any(array(select ctid from standing_ranks
     where scope_id in (${scopes}) limit :batch)) returning 1`,
  `delete from memberships where id in (select id from memberships
     where scope_id in (${scopes}) limit :batch) returning 1`,
]
