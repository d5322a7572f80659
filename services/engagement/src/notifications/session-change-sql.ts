import type { Transaction } from '@purple-sector/database'
import type { SessionChange } from './session-message.ts'

/*
 * Several moves within a minute share the cause of the first, so that users get one notification with the text of the last.
 * A reopening has a cause of its own.
 */
const CAUSE = `
insert into session_changes as c (race_id, weekend_id, kind, cause, at) values (:raceId, :weekendId, :kind, :cause, clock_timestamp())
on conflict (race_id, kind) do update set at = excluded.at,
  cause = case when c.at > clock_timestamp() - interval '1 minute' then c.cause else excluded.cause end
returning cause`

/** Stores a change of a session; returns the cause of its notification. */
export const saveSessionChange = async (
  sql: Transaction,
  change: { raceId: number; weekendId: number; kind: SessionChange; cause: string },
): Promise<string> => {
  const { rows } = await sql.raw<{ rows: { cause: string }[] }>(CAUSE, change)
  return rows[0]?.cause ?? change.cause
}
