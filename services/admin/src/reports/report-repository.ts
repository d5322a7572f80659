import type { Report } from '@purple-sector/contracts/admin/reports'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { MAX_RETAINED } from './report.ts'

type Row = {
  id: number
  weekend_id: number
  filename: string
  state: Report['state']
  progress: number
  attempts: number
  due_at: Date
  pages: number | null
  bytes: number | null
  error: string | null
  content: Buffer | null
  created_at: Date
}
const reports = table<Row>('reports')

/** Every column except the bytes. */
const COLUMNS = [
  'id',
  'weekend_id',
  'filename',
  'state',
  'progress',
  'attempts',
  'pages',
  'bytes',
  'error',
  'created_at',
] as const
type ReportRow = Pick<Row, (typeof COLUMNS)[number]>

const reportOf = ({ weekend_id: weekendId, created_at, attempts: _, ...row }: ReportRow): Report => ({
  ...row,
  weekendId,
  createdAt: created_at.toISOString(),
})

/** A worker's claim of a report: a later claim has a higher attempt. */
export type Claim = { id: number; attempt: number }

/** A worker's lease, which it has to renew within that time. */
const LEASE = "interval '15 seconds'"
const IN_PROGRESS = ['waiting', 'running'] as const

/** SQL: whether a report is due, and when the next one will be. */
export const REPORTS_DUE = {
  due: "select from reports where state in ('waiting', 'running') and due_at <= clock_timestamp()",
  nextDueAt: "select min(due_at) from reports where state in ('waiting', 'running')",
}

const CLAIM = `
update reports set state = 'running', attempts = attempts + 1, progress = 0, due_at = clock_timestamp() + ${LEASE}
where id = ? and state in ('waiting', 'running') and due_at <= clock_timestamp()
returning ${COLUMNS.join(', ')}`

export const reportRepository = (sql: Database | Transaction) => {
  const claimedReport = ({ id, attempt }: Claim) => reports(sql).where({ id, attempts: attempt, state: 'running' })
  const change = async (claim: Claim, changes: Partial<Row>): Promise<Report | undefined> => {
    const [row] = await claimedReport(claim)
      .update(changes)
      .returning([...COLUMNS])
    return row && reportOf(row)
  }

  return {
    async find(id: number): Promise<Report | undefined> {
      const row = await reports(sql)
        .where({ id })
        .first(...COLUMNS)
      return row && reportOf(row)
    },

    /** Finds the bytes of a finished report. */
    async content(id: number): Promise<Buffer | undefined> {
      const row = await reports(sql).where({ id, state: 'done' }).first('content')
      return row?.content ?? undefined
    },

    /** Lists reports, newest first. */
    async list(weekendId?: number): Promise<Report[]> {
      const query = reports(sql)
        .orderBy('id', 'desc')
        .limit(200)
        .select(...COLUMNS)
      return (await (weekendId === undefined ? query : query.where({ weekend_id: weekendId }))).map(reportOf)
    },

    /** Adds a report, or returns the one of this weekend that is waiting or running. */
    async add(weekend: { id: number; filename: string }): Promise<{ report: Report; isNew: boolean }> {
      const [added] = await reports(sql)
        .insert({ weekend_id: weekend.id, filename: weekend.filename })
        .onConflict(sql.raw("(weekend_id) where state in ('waiting', 'running')"))
        .ignore()
        .returning([...COLUMNS])
      if (added) return { report: reportOf(added), isNew: true }
      const existing = await reports(sql)
        .where({ weekend_id: weekend.id })
        .whereIn('state', IN_PROGRESS)
        .first(...COLUMNS)
      // That report ended between the two statements: add another.
      return existing ? { report: reportOf(existing), isNew: false } : this.add(weekend)
    },

    /** Claims a report that is waiting or whose lease has expired; undefined if there is none. */
    async claim(id: number): Promise<(Claim & { report: Report }) | undefined> {
      const { rows } = await sql.raw<{ rows: ReportRow[] }>(CLAIM, [id])
      return rows[0] && { id, attempt: rows[0].attempts, report: reportOf(rows[0]) }
    },

    /** Extends the lease; false if another worker has claimed the report. */
    renew: async (claim: Claim): Promise<boolean> =>
      (await claimedReport(claim).update({ due_at: sql.raw(`clock_timestamp() + ${LEASE}`) })) > 0,

    progress: (claim: Claim, progress: number) => change(claim, { progress }),

    /** Returns a report to the queue. */
    async release(claim: Claim): Promise<Report | undefined> {
      const waiting = { state: 'waiting', progress: 0, due_at: sql.raw('clock_timestamp()') } as const
      const [row] = await claimedReport(claim)
        .update(waiting)
        .returning([...COLUMNS])
      return row && reportOf(row)
    },

    fail: (claim: Claim, error: string) => change(claim, { state: 'failed', error }),

    finish: (claim: Claim, { pages, content }: { pages: number; content: Buffer }) =>
      change(claim, { state: 'done', progress: 100, pages, bytes: content.length, content }),

    /** Removes all but the latest reports of a weekend. */
    async trim(weekendId: number): Promise<void> {
      const retained = reports(sql)
        .where({ weekend_id: weekendId })
        .orderBy('id', 'desc')
        .limit(MAX_RETAINED)
        .select('id')
      await reports(sql)
        .where({ weekend_id: weekendId })
        .whereNotIn('id', retained)
        .whereNotIn('state', IN_PROGRESS)
        .delete()
    },

    /** Finds reports that are due. */
    async due(): Promise<number[]> {
      const rows = await reports(sql)
        .whereIn('state', IN_PROGRESS)
        .where('due_at', '<=', sql.raw('clock_timestamp()'))
        .orderBy('due_at')
        .limit(100)
        .select('id')
      return rows.map(({ id }) => id)
    },

    async removeAll(weekendId: number): Promise<void> {
      await reports(sql).where({ weekend_id: weekendId }).delete()
    },
  }
}
