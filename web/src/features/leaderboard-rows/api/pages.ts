import type { Entry } from '@purple-sector/contracts/tipping/http'
import { type BoardPage, PAGE_SIZE } from './leaderboard-keys.ts'

/** The loaded pages by number, from 0. */
export type BoardPages<Row = Entry> = ReadonlyMap<number, BoardPage<Row>>

type Identified = Pick<Entry, 'userId'>

export const pageOfRow = (index: number): number => Math.floor(index / PAGE_SIZE)

/** Returns the numbers of the pages that contain the rows from `first` to `last`. */
export const pagesBetween = (first: number, last: number): number[] => {
  const from = pageOfRow(first)
  return Array.from({ length: Math.max(0, pageOfRow(last) - from) + 1 }, (_, step) => from + step)
}

/** Returns the row of this index; undefined while its page is not loaded. */
export const rowAt = <Row>(pages: BoardPages<Row>, index: number): Row | undefined =>
  pages.get(pageOfRow(index))?.entries[index % PAGE_SIZE]

/** Finds a user among the loaded rows, in the newest page that contains them. */
export const findRow = <Row extends Identified>(
  pages: BoardPages<Row>,
  userId: string,
): { index: number; entry: Row } | undefined => {
  let newestRow: { index: number; entry: Row; version: number } | undefined
  for (const [number, { entries, version }] of pages) {
    if (newestRow && newestRow.version >= version) continue
    const place = entries.findIndex((entry) => entry.userId === userId)
    const entry = entries[place]
    if (entry) newestRow = { index: number * PAGE_SIZE + place, entry, version }
  }
  return newestRow
}

/** Pages of a view that may have the fan's own row; only official pages have versions. */
export type OwnRows<Row> = { version?: number; entries: readonly Row[]; ownEntry: Row | null }

/** Returns the fan's own entry from the newest page that has it. */
export const ownEntry = <Row extends Identified>(pages: Iterable<OwnRows<Row>>, userId: string): Row | undefined => {
  const newestFirst = [...pages].sort((a, b) => (b.version ?? 0) - (a.version ?? 0))
  for (const { ownEntry: own, entries } of newestFirst) {
    const foundOwn = own?.userId === userId ? own : entries.find((entry) => entry.userId === userId)
    if (foundOwn) return foundOwn
  }
  return undefined
}

/**
 * Returns React keys of the rows from `first` to `last`: the user id, so that a moving row keeps its element. While a
 * user is on both an old and a new page, only the first row gets their key.
 */
export const rowKeys = (pages: BoardPages<Identified>, first: number, last: number): string[] => {
  const usedIds = new Set<string>()
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const userId = rowAt(pages, first + step)?.userId
    if (userId === undefined || usedIds.has(userId)) return `row-${first + step}`
    usedIds.add(userId)
    return userId
  })
}
