import type { Report } from '@purple-sector/contracts/admin/reports'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { KEPT } from './report.ts'

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

/** Everything but the bytes. */
const SHOWN = [
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
type Shown = Pick<Row, (typeof SHOWN)[number]>

const reportOf = ({ weekend_id: weekendId, created_at, attempts: _, ...row }: Shown): Report => ({
  ...row,
  weekendId,
  createdAt: created_at.toISOString(),
})

/** A worker's hold of a report: whoever took it later has a higher attempt. */
export type Hold = { id: number; attempt: number }

/** Who took a report is waited for so long, and has to be heard of before. */
const LEASE = "interval '15 seconds'"
const IN_PROGRESS = ['waiting', 'running'] as const

/** SQL: whether somebody should take one by now, and when one is next to be taken. */
export const REPORTS_DUE = {
  due: "select from reports where state in ('waiting', 'running') and due_at <= clock_timestamp()",
  nextDueAt: "select min(due_at) from reports where state in ('waiting', 'running')",
}

const CLAIM = `
update reports set state = 'running', attempts = attempts + 1, progress = 0, due_at = clock_timestamp() + ${LEASE}
where id = ? and state in ('waiting', 'running') and due_at <= clock_timestamp()
returning ${SHOWN.join(', ')}`

export const reportRepository = (sql: Database | Transaction) => {
  const held = ({ id, attempt }: Hold) => reports(sql).where({ id, attempts: attempt, state: 'running' })
  const change = async (hold: Hold, changes: Partial<Row>): Promise<Report | undefined> => {
    const [row] = await held(hold)
      .update(changes)
      .returning([...SHOWN])
    return row && reportOf(row)
  }

  return {
    async find(id: number): Promise<Report | undefined> {
      const row = await reports(sql)
        .where({ id })
        .first(...SHOWN)
      return row && reportOf(row)
    },

    /** The bytes of one that is done. */
    async content(id: number): Promise<Buffer | undefined> {
      const row = await reports(sql).where({ id, state: 'done' }).first('content')
      return row?.content ?? undefined
    },

    /** The newest first. */
    async list(weekendId?: number): Promise<Report[]> {
      const query = reports(sql)
        .orderBy('id', 'desc')
        .limit(200)
        .select(...SHOWN)
      return (await (weekendId === undefined ? query : query.where({ weekend_id: weekendId }))).map(reportOf)
    },

    /** Adds one, unless one of the weekend is under way: answers that, then. */
    async add(weekend: { id: number; filename: string }): Promise<{ report: Report; isNew: boolean }> {
      const [added] = await reports(sql)
        .insert({ weekend_id: weekend.id, filename: weekend.filename })
        .onConflict(sql.raw("(weekend_id) where state in ('waiting', 'running')"))
        .ignore()
        .returning([...SHOWN])
      if (added) return { report: reportOf(added), isNew: true }
      const known = await reports(sql)
        .where({ weekend_id: weekend.id })
        .whereIn('state', IN_PROGRESS)
        .first(...SHOWN)
      // It ended between the two: then there is room for another.
      return known ? { report: reportOf(known), isNew: false } : this.add(weekend)
    },

    /** Takes one that waits, or whose worker was not heard of in time; undefined where there is nothing to take. */
    async claim(id: number): Promise<(Hold & { report: Report }) | undefined> {
      const { rows } = await sql.raw<{ rows: Shown[] }>(CLAIM, [id])
      return rows[0] && { id, attempt: rows[0].attempts, report: reportOf(rows[0]) }
    },

    /** Is heard of; answers whether the hold still is. */
    renew: async (hold: Hold): Promise<boolean> =>
      (await held(hold).update({ due_at: sql.raw(`clock_timestamp() + ${LEASE}`) })) > 0,

    progress: (hold: Hold, progress: number) => change(hold, { progress }),

    /** Waits again for whoever takes it. */
    async release(hold: Hold): Promise<Report | undefined> {
      const waiting = { state: 'waiting', progress: 0, due_at: sql.raw('clock_timestamp()') } as const
      const [row] = await held(hold)
        .update(waiting)
        .returning([...SHOWN])
      return row && reportOf(row)
    },

    fail: (hold: Hold, error: string) => change(hold, { state: 'failed', error }),

    finish: (hold: Hold, { pages, content }: { pages: number; content: Buffer }) =>
      change(hold, { state: 'done', progress: 100, pages, bytes: content.length, content }),

    /** Of the weekend's only the latest stay. */
    async trim(weekendId: number): Promise<void> {
      const kept = reports(sql).where({ weekend_id: weekendId }).orderBy('id', 'desc').limit(KEPT).select('id')
      await reports(sql)
        .where({ weekend_id: weekendId })
        .whereNotIn('id', kept)
        .whereNotIn('state', IN_PROGRESS)
        .delete()
    },

    /** Those that somebody should take by now. */
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
