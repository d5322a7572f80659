import type { Database } from '@purple-sector/database'

/*
 * Locks a subject and then looks whether it was deleted, in one round trip: each statement of a volatile function sees
 * what has been committed by then, so also by whom it waited for. Locks the same as `lockSubject`.
 */
const lockAndCheckDeleted = `
create function hold_subject(p_is_shared boolean, p_subject text) returns boolean language plpgsql volatile as $$
declare
  v_lock bigint := hashtextextended(concat(current_schema(), '/', p_subject), 0);
begin
  if p_is_shared then
    perform pg_advisory_xact_lock_shared(v_lock);
  else
    perform pg_advisory_xact_lock(v_lock);
  end if;
  return exists (select from deleted_subjects d where d.subject = p_subject);
end $$
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(lockAndCheckDeleted)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
