import { parseScope, type Scope, scopeKey } from '@purple-sector/contracts/tipping/scope'
import { expiring } from '@purple-sector/service-kit/caching/lru-settings'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { LRUCache } from 'lru-cache'
import { batched } from '../batched.ts'
import { unpooled } from './unpooled.ts'
import { etagOf } from './validators.ts'

/** The bytes of a page of a leaderboard, for the reply. */
export type LeaderboardBytes = {
  version: number
  total: number
  /** When the last result that changed it was published. */
  changedAt: string | null
  etag: string
  /** The body, in parts: a page that thousands share is not copied to insert the caller's row. */
  parts(): readonly Buffer[]
}
/** Byte range of a row in the body. */
type RowRange = { start: number; end: number }
/** `scope` is the key of its scope. */
type Page = LeaderboardBytes & { scope: string; body: Buffer; rowRanges: ReadonlyMap<string, RowRange> }
/** A caller's row, with its last validator and the page of that validator. */
type OwnRow = { row: string | null; validator?: { page: string; etag: string } }
/** The owner of leaderboards of one kind of scope: tipping, or engagement. */
export type LeaderboardSource<S extends Scope> = {
  isScope(scope: Scope): scope is S
  /** Whether callers see more in their own row than all others do. */
  hasPersonalRows: boolean
  page(
    scope: S,
    page: { limit: number; offset: number },
  ): Promise<{
    version: number
    changedAt?: string | null | undefined
    total: number
    entries: readonly { userId: string }[]
  }>
  /** The rows of some users; users who do not take part are left out. */
  rows(scope: S, userIds: string[]): Promise<readonly { userId: string }[]>
}
export type PageRequest<S extends Scope> = { scope: S; limit: number; offset: number }

export type LeaderboardReads<S extends Scope> = {
  /** The page for this caller: `parts` and `etag` include their own row. */
  read(request: PageRequest<S>, userId: string): Promise<LeaderboardBytes>
  /** The same from memory, synchronously; undefined if a request is needed. */
  peek(request: PageRequest<S>, userId: string): LeaderboardBytes | undefined
  /** The same without caches, for administrators. */
  readUncached(request: PageRequest<S>, userId: string): Promise<LeaderboardBytes>
  /** Sets the current version of a leaderboard; cached pages of older versions become stale. */
  setVersion(scope: S, version: number): void
  /** Notes a write that may move the user; their own row is fetched without caches for a while. */
  noteWrite(userId: string): void
  invalidate(): void
}

/** TTLs, because rows may change between two versions (tips submitted, a new participant). */
const PAGE_TTL_MS = 1_500
const ENTRY_TTL_MS = 1_000
const WRITER_TTL_MS = 5_000
/** After a result nearly all users request their own rows at once. */
const ROW_BATCH_WINDOW = { limit: 500, delayMs: 1, debounceMs: 2, maxBurstMs: 10 }

/** Memory besides the rows' bytes: a user's id with its range, and the page itself. */
const ROW_RANGE_BYTES = 200
const PAGE_BYTES = 1_000
const bytesOfPage = ({ body, rowRanges }: Page): number => PAGE_BYTES + body.length + rowRanges.size * ROW_RANGE_BYTES
const bytesOfRow = ({ row }: OwnRow): number => 2 * (row?.length ?? 0)

type SourcePage = Awaited<ReturnType<LeaderboardSource<Scope>['page']>>

const toPage = (scope: Scope, { version, changedAt = null, total, entries }: SourcePage): Page => {
  const rows = entries.map((entry) => JSON.stringify(entry))
  const body = unpooled(`[${rows.join(',')}]`)
  const rowRanges = new Map<string, RowRange>()
  let start = 1
  for (const [index, row] of rows.entries()) {
    const end = start + Buffer.byteLength(row)
    const userId = entries[index]?.userId
    if (userId !== undefined) rowRanges.set(userId, { start, end })
    start = end + 1
  }
  // The validator covers the headers, too: version and total may change while no row does.
  const etag = etagOf(`${version}/${total}/${etagOf(body)}`)
  return { scope: scopeKey(scope), version, total, changedAt, etag, body, rowRanges, parts: () => [body] }
}

const ownEtag = (page: Page, ownRow: OwnRow): string => {
  if (ownRow.validator?.page !== page.etag)
    ownRow.validator = { page: page.etag, etag: etagOf(`${page.etag}/${ownRow.row}`) }
  return ownRow.validator.etag
}

const partsWithRow = ({ body, rowRanges }: Page, userId: string, row: string): readonly Buffer[] => {
  const rowRange = rowRanges.get(userId)
  return rowRange
    ? [body.subarray(0, rowRange.start), Buffer.from(row), body.subarray(rowRange.end)]
    : [body.subarray(0, -1), Buffer.from(`${rowRanges.size > 0 ? ',' : ''}${row}]`)]
}

/**
 * Inserts the caller's own row into the page: in its place, or after the last row, as for most users.
 * Derives the validator from the page's and the row, so that a 304 needs no page.
 */
const withOwnRow = (page: Page, userId: string, ownRow: OwnRow): LeaderboardBytes => {
  const { row } = ownRow
  if (row === null) return page
  const { version, total, changedAt } = page
  return { version, total, changedAt, etag: ownEtag(page, ownRow), parts: () => partsWithRow(page, userId, row) }
}

const keyOf = ({ scope, limit, offset }: PageRequest<Scope>): string => `${scopeKey(scope)}:${limit}:${offset}`

type Options = {
  /** Name of the cache of pages in metrics; without it reads are not counted. */
  name?: string
  maxBytes: { pages: number; rows: number }
  now?: () => number
}

/**
 * Serves pages of the official view from memory, cached per (scope, limit, offset) as long as the leaderboard keeps its
 * version. All callers share a page, so it must not depend on the caller besides the own row.
 * Requests the caller's own row from the owner if it is not on the page or is personal (batched with other callers), or
 * if the caller has just written something.
 */
export const createLeaderboardReads = <S extends Scope>(
  source: LeaderboardSource<S>,
  { name, maxBytes, now = () => performance.now() }: Options,
): LeaderboardReads<S> => {
  const pages = ttlCache<string, Page>({
    ...{ name, ttlMs: PAGE_TTL_MS, maxBytes: maxBytes.pages, bytesOf: bytesOfPage },
    ...{ storesOnSecondRequest: true, now },
  })
  const entries = ttlCache<string, OwnRow>({
    ...{ ttlMs: ENTRY_TTL_MS, maxBytes: maxBytes.rows, bytesOf: bytesOfRow },
    ...{ storesOnSecondRequest: true, now },
  })
  const versions = new LRUCache<string, number>({ max: 10_000 })
  const writers = new LRUCache<string, true>(expiring(WRITER_TTL_MS, now))

  const setVersion = (scope: S, version: number): void => {
    const key = scopeKey(scope)
    if (version > (versions.get(key) ?? 0)) versions.set(key, version)
  }
  const isCurrent = ({ scope, version }: Page): boolean => version >= (versions.get(scope) ?? 0)

  const fetchPage = async ({ scope, ...range }: PageRequest<S>): Promise<Page> => {
    const page = toPage(scope, await source.page(scope, range))
    setVersion(scope, page.version)
    return page
  }

  const pageOf = (request: PageRequest<S>): Promise<Page> =>
    pages.get(keyOf(request), () => fetchPage(request), isCurrent)

  const rowKey = ({ scope, version }: Page, userId: string): string => `${scope}:${version}:${userId}`

  const fetchRows = async (keys: string[]): Promise<Map<string, string>> => {
    const scopes = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(':')))
    const fetches = [...scopes].map(async ([text, keys]) => {
      const scope = parseScope(text)
      if (!scope || !source.isScope(scope)) return []
      const keysOf = Map.groupBy(keys, (key) => key.slice(key.lastIndexOf(':') + 1))
      const rows = await source.rows(scope, [...keysOf.keys()])
      return rows.flatMap((row) =>
        (keysOf.get(row.userId) ?? []).map((key): [string, string] => [key, JSON.stringify(row)]),
      )
    })
    return new Map((await Promise.all(fetches)).flat())
  }
  const fetchRowBatched = batched(fetchRows, ROW_BATCH_WINDOW)

  const uncachedRow = async (key: string): Promise<OwnRow> => ({ row: (await fetchRows([key])).get(key) ?? null })

  const hasJustWritten = (userId: string): boolean => writers.size > 0 && writers.has(userId)
  const containsOwnRow = (page: Page, userId: string): boolean => !source.hasPersonalRows && page.rowRanges.has(userId)
  const isServedAsIs = (page: Page, userId: string): boolean => containsOwnRow(page, userId) && !hasJustWritten(userId)

  const peek = (request: PageRequest<S>, userId: string): LeaderboardBytes | undefined => {
    const page = pages.peek(keyOf(request))
    if (!page || !isCurrent(page)) return undefined
    if (isServedAsIs(page, userId)) return page
    const ownRow = hasJustWritten(userId) ? undefined : entries.peek(rowKey(page, userId))
    return ownRow && withOwnRow(page, userId, ownRow)
  }

  return {
    setVersion,
    peek,
    async read(request, userId) {
      const page = await pageOf(request)
      if (isServedAsIs(page, userId)) return page
      const key = rowKey(page, userId)
      // A shared request may have started before the caller's write.
      if (hasJustWritten(userId)) return withOwnRow(page, userId, await uncachedRow(key))
      const ownRow = await entries.get(
        key,
        async (): Promise<OwnRow> => ({ row: (await fetchRowBatched(key)) ?? null }),
      )
      return withOwnRow(page, userId, ownRow)
    },
    async readUncached(request, userId) {
      const page = await fetchPage(request)
      return containsOwnRow(page, userId) ? page : withOwnRow(page, userId, await uncachedRow(rowKey(page, userId)))
    },
    noteWrite: (userId) => void writers.set(userId, true),
    invalidate() {
      pages.invalidate()
      entries.invalidate()
    },
  }
}
