import { batched } from '../batched.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Owners } from '../owners.ts'
import { keptAnswers } from './kept-answers.ts'
import { etagOf } from './validators.ts'

/** A page as it is sent. */
export type BoardPageBytes = {
  version: number
  total: number
  /** The body, in parts: a page that thousands share is not copied for the row at its end. */
  parts: readonly Buffer[]
  etag: string
  /** Rows as JSON, and where whose row is. */
  rows: string[]
  rowOf: Map<string, number>
}
export type PageRequest = { weekendId: number; limit: number; offset: number }

export type BoardReads = {
  /** The page for this caller: `parts` and `etag` with their own row in place. */
  read(request: PageRequest, userId: string): Promise<BoardPageBytes>
  /** The same from memory at once, where nobody has to be asked. */
  peek(request: PageRequest, userId: string): BoardPageBytes | undefined
  /** The board has this version now; pages of older ones are history. */
  isAtVersion(weekendId: number, version: number): void
  /** The user wrote a tip through this gateway: their own row is read fresh for a while. */
  wrote(userId: string): void
  drop(): void
}

/** Between two versions a row may still change (tips submitted, a newcomer): copies are good for so long. */
const PAGE_TTL_MS = 1_500
const ENTRY_TTL_MS = 1_000
const WRITER_MS = 5_000
/** After a result nearly every fan asks for a row of their own at once. */
const ENTRY_BATCH = { limit: 500, calmMs: 1, quietMs: 2, rushMs: 10 }

/** The validator stands for the headers, too: version and total may change where no row does. */
const toBytes = (rows: string[], { version, total }: { version: number; total: number }) => {
  const body = `[${rows.join(',')}]`
  return { parts: [Buffer.from(body)], etag: etagOf(`${version}/${total}/${body}`) }
}

/** The page's bytes with one row more at the end. */
const withLastRow = ({ parts: [page = Buffer.from('[]')], rows }: BoardPageBytes, row: string): Buffer[] => [
  page.subarray(0, -1),
  Buffer.from(`${rows.length > 0 ? ',' : ''}${row}]`),
]

/**
 * The page with the caller's own row: in its place, or after the last where it is not on the page, as most fans' are.
 * Its validator follows from the page's and the row, so that a caller who has it already costs no page.
 */
const withOwnRow = (page: BoardPageBytes, userId: string, row: string | null): BoardPageBytes => {
  if (row === null) return page
  const etag = etagOf(`${page.etag}/${row}`)
  const place = page.rowOf.get(userId)
  if (place !== undefined) {
    const rows = page.rows.with(place, row)
    return { ...page, rows, parts: [Buffer.from(`[${rows.join(',')}]`)], etag }
  }
  return { ...page, etag, parts: withLastRow(page, row) }
}

/**
 * Board pages from memory, kept per (weekend, limit, offset) as long as the board keeps its version. The caller's own
 * row is asked of tipping where it is outside of the page (together with those of others who ask now), and where the
 * caller has just handed in a tip.
 */
export const createBoardReads = (owners: Owners, now: () => number = Date.now): BoardReads => {
  const pages = keptAnswers<BoardPageBytes>({ ttlMs: PAGE_TTL_MS, limit: 5_000, now })
  const entries = keptAnswers<{ row: string | null }>({ ttlMs: ENTRY_TTL_MS, limit: 50_000, now })
  const versions = new BoundedMap<number, number>(10_000)
  const writers = new BoundedMap<string, number>(50_000)

  const isAtVersion = (weekendId: number, version: number): void => {
    if (version > (versions.get(weekendId) ?? -1)) versions.set(weekendId, version)
  }
  const isCurrent = (weekendId: number, page: BoardPageBytes): boolean => page.version >= (versions.get(weekendId) ?? 0)

  const fetchPage = async ({ weekendId, limit, offset }: PageRequest): Promise<BoardPageBytes> => {
    const { version, total, entries } = await owners.boardPage(weekendId, { limit, offset })
    isAtVersion(weekendId, version)
    const rows = entries.map((entry) => JSON.stringify(entry))
    const rowOf = new Map(entries.map(({ userId }, index) => [userId, index]))
    return { version, total, rows, rowOf, ...toBytes(rows, { version, total }) }
  }

  const pageOf = async (request: PageRequest): Promise<BoardPageBytes> => {
    const key = `${request.weekendId}:${request.limit}:${request.offset}`
    const page = await pages.get(key, () => fetchPage(request))
    if (isCurrent(request.weekendId, page)) return page
    if (pages.peek(key) === page) pages.drop(key)
    return pages.get(key, () => fetchPage(request))
  }

  const rowKey = ({ weekendId }: PageRequest, { version }: BoardPageBytes, userId: string): string =>
    `${weekendId}:${version}:${userId}`

  const askRows = async (keys: string[]): Promise<Map<string, string>> => {
    const boards = Map.groupBy(keys, (key) => Number.parseInt(key, 10))
    const ofBoards = [...boards].map(async ([weekendId, keys]) => {
      const keyOf = Map.groupBy(keys, (key) => key.slice(key.lastIndexOf(':') + 1))
      const rows = await owners.boardEntries(weekendId, [...keyOf.keys()])
      return rows.flatMap((row) =>
        (keyOf.get(row.userId) ?? []).map((key): [string, string] => [key, JSON.stringify(row)]),
      )
    })
    return new Map((await Promise.all(ofBoards)).flat())
  }
  const askTogether = batched(askRows, ENTRY_BATCH)

  const justWrote = (userId: string): boolean => (writers.get(userId) ?? 0) > now()
  const needsNoCare = (page: BoardPageBytes, userId: string): boolean => page.rowOf.has(userId) && !justWrote(userId)

  const peek = (request: PageRequest, userId: string): BoardPageBytes | undefined => {
    const page = pages.peek(`${request.weekendId}:${request.limit}:${request.offset}`)
    if (!page || !isCurrent(request.weekendId, page)) return undefined
    if (needsNoCare(page, userId)) return page
    const own = justWrote(userId) ? undefined : entries.peek(rowKey(request, page, userId))
    return own && withOwnRow(page, userId, own.row)
  }

  return {
    isAtVersion,
    peek,
    async read(request, userId) {
      const page = await pageOf(request)
      if (needsNoCare(page, userId)) return page
      const key = rowKey(request, page, userId)
      // What others wait for may have been asked before the tip.
      if (justWrote(userId)) return withOwnRow(page, userId, (await askRows([key])).get(key) ?? null)
      const { row } = await entries.get(key, async () => ({ row: (await askTogether(key)) ?? null }))
      return withOwnRow(page, userId, row)
    },
    wrote: (userId) => writers.set(userId, now() + WRITER_MS),
    drop() {
      pages.drop()
      entries.drop()
    },
  }
}
