import { type AuditAction, auditActionSchema } from '@purple-sector/contracts/admin/audit'
import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Platform, runPeriodically } from '@purple-sector/service-kit'

/** Retention: by then race control has received their events, or has fetched them. */
const RETENTION = "interval '10 minutes'"
/** Shorter than the retention, so that the sweep never removes an action that is still read. */
const READ_WINDOW = "interval '5 minutes'"
/** Maximum number of actions in one reply. */
const MAX_ACTIONS = 1_000
const SWEEP_INTERVAL_MS = 60_000

/** The latest admin actions of this service; race control reads them until their events arrive in its audit log. */
export const recentAdminActions = (sql: Database | Transaction) => ({
  /** Records actions; call it in the transaction that performs them. */
  async record(actions: readonly AuditAction[]): Promise<void> {
    if (actions.length > 0)
      await sql('recent_acts').insert(actions.map((action) => ({ id: action.id, act: JSON.stringify(action) })))
  },

  /** Lists the actions, oldest first. */
  async list(): Promise<AuditAction[]> {
    const { rows } = await sql.raw<{ rows: { act: unknown }[] }>(
      `select act from (select * from recent_acts where kept_at > clock_timestamp() - ${READ_WINDOW}
         order by kept_at desc limit ${MAX_ACTIONS}) newest order by kept_at`,
    )
    return rows.map(({ act }) => auditActionSchema.parse(act))
  },
})

/** Starts the sweep of old actions, a task of every replica. */
export const startAdminActionSweep = ({ database, log }: Pick<Platform, 'database' | 'log'>): BackgroundTask =>
  runPeriodically(SWEEP_INTERVAL_MS, log, 'sweep of recent admin actions', async () => {
    await database.raw(`delete from recent_acts where id = any(array(
      select id from recent_acts where kept_at < clock_timestamp() - ${RETENTION} for update skip locked))`)
  })
