import type { Readable } from 'node:stream'
import type { AuditEntry, AuditFilter } from '@purple-sector/contracts/admin/http'
import { type CsvCell, csvStream } from '@purple-sector/service-kit/data/csv'
import type { AuditLog } from './audit-log-repository.ts'

const HEADER = ['Id', 'At', 'Person', 'Person id', 'Action', 'Subject', 'Subject id', 'Before', 'After']

/** Spreadsheet programs cut a cell, or call the file damaged, beyond 32,767 characters. */
const MAX_CELL = 32_000

/** Lines in memory at a time. */
const PAGE_SIZE = 500

/** Writes a value as JSON, cut to what a cell holds. */
const jsonCell = (value: unknown): CsvCell => {
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
  jsonCell(before),
  jsonCell(after),
]

/**
 * Streams every matching line, newest first, with at most one page of the log in memory.
 * Reads the first page before it returns, so that a failing query becomes an error response.
 */
export const auditCsv = async (log: Pick<AuditLog, 'list'>, filter: AuditFilter): Promise<Readable> => {
  const pageBefore = (before?: number) => log.list({ limit: PAGE_SIZE, before }, filter)
  const first = await pageBefore()
  const pages = async function* () {
    for (let entries = first; ; entries = await pageBefore(entries.at(-1)?.id)) {
      yield entries.map(rowOf)
      if (entries.length < PAGE_SIZE) return
    }
  }
  return csvStream(HEADER, pages())
}
