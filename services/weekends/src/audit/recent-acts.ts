import { type AuditAction, auditActionSchema } from '@purple-sector/contracts/admin/audit'
import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Platform, runPeriodically } from '@purple-sector/service-kit'

/** By then their events are where they are read, or somebody has asked for them. */
const KEPT = "interval '10 minutes'"
/** Newer ones are asked for than are kept, so that the sweep takes nothing that is asked for. */
const ASKED = "interval '5 minutes'"
/** As many as one reply carries. */
const MAX = 1_000
const SWEEP_MS = 60_000

/** What administrators have just done here, for race control, where the audit log is read. */
export const recentActs = (sql: Database | Transaction) => ({
  /** In the transaction of the acts. */
  async keep(acts: readonly AuditAction[]): Promise<void> {
    if (acts.length > 0) await sql('recent_acts').insert(acts.map((act) => ({ id: act.id, act: JSON.stringify(act) })))
  },

  /** Oldest first. */
  async list(): Promise<AuditAction[]> {
    const { rows } = await sql.raw<{ rows: { act: unknown }[] }>(
      `select act from (select * from recent_acts where kept_at > clock_timestamp() - ${ASKED}
         order by kept_at desc limit ${MAX}) newest order by kept_at`,
    )
    return rows.map(({ act }) => auditActionSchema.parse(act))
  },
})

/** Forgets them after a while: a task of every replica. */
export const startForgettingActs = ({ database, log }: Pick<Platform, 'database' | 'log'>): BackgroundTask =>
  runPeriodically(SWEEP_MS, log, 'forgetting of recent acts', async () => {
    await database.raw(`delete from recent_acts where id = any(array(
      select id from recent_acts where kept_at < clock_timestamp() - ${KEPT} for update skip locked))`)
  })
