import type { Readable } from 'node:stream'
import type { AuditEntry, AuditFilter } from '@purple-sector/contracts/admin/http'
import { type CsvCell, csvStream } from '@purple-sector/service-kit/data/csv'
import type { AuditLog } from './audit-log.ts'

const HEADER = ['Id', 'At', 'Person', 'Person id', 'Action', 'Subject', 'Subject id', 'Before', 'After']

/** Beyond 32,767 characters in a cell a spreadsheet program cuts, and some say that the file is damaged. */
const MAX_CELL = 32_000

/** So many lines are held at once. */
const PAGE = 500

/** What stood there as JSON: everything of it, as far as a cell takes it. */
const told = (value: unknown): CsvCell => {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value)
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}… (cut)` : text
}

const rowOf = ({ id, at, actor, action, subject, before, after }: AuditEntry): CsvCell[] => [
  id,
  at,
  actor.username ?? 'Administrator',
  actor.id,
  action,
  subject.type,
  subject.id,
  told(before),
  told(after),
]

/**
 * Every line that matches, newest first, page by page: as long as the log is, no more than a page of it is in memory. The
 * first page is read before anything is answered, so that what cannot be read is told as an error.
 */
export const auditCsv = async (log: Pick<AuditLog, 'list'>, filter: AuditFilter): Promise<Readable> => {
  const pageBefore = (before?: number) => log.list({ limit: PAGE, before }, filter)
  const first = await pageBefore()
  const pages = async function* () {
    for (let entries = first; ; entries = await pageBefore(entries.at(-1)?.id)) {
      yield entries.map(rowOf)
      if (entries.length < PAGE) return
    }
  }
  return csvStream(HEADER, pages())
}
