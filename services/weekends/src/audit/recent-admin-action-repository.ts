import { type AuditAction, auditActionSchema } from '@purple-sector/contracts/admin/audit'
import type { Database, Transaction } from '@purple-sector/database'

/** Retention: by then race control has received their events, or has fetched them. */
const RETENTION = "interval '10 minutes'"
/** Shorter than the retention, so that the sweep never removes an action that is still read. */
const READ_WINDOW = "interval '5 minutes'"
/** Maximum number of actions in one reply. */
const MAX_ACTIONS = 1_000

/** The latest admin actions of this service; race control reads them until their events arrive in its audit log. */
export const recentAdminActions = (sql: Database | Transaction) => ({
  /** Records actions; call it in the transaction that performs them. */
  async record(actions: readonly AuditAction[]): Promise<void> {
    if (actions.length > 0)
      await sql('recent_admin_actions').insert(
        actions.map((action) => ({ id: action.id, action: JSON.stringify(action) })),
      )
  },

  /** Lists the actions, oldest first. */
  async list(): Promise<AuditAction[]> {
    const { rows } = await sql.raw<{ rows: { action: unknown }[] }>(
      `select action from (select * from recent_admin_actions where recorded_at > clock_timestamp() - ${READ_WINDOW}
         order by recorded_at desc limit ${MAX_ACTIONS}) newest order by recorded_at`,
    )
    return rows.map(({ action }) => auditActionSchema.parse(action))
  },

  /** Removes actions older than the retention. */
  async removeOld(): Promise<void> {
    await sql.raw(`delete from recent_admin_actions where id = any(array(
      select id from recent_admin_actions where recorded_at < clock_timestamp() - ${RETENTION} for update skip locked))`)
  },
})
