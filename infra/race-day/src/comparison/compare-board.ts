import { tieBreak } from '@purple-sector/testing/oracle/scoring'
import type { Arrows } from '../account/expected-arrows.ts'
import type { ExpectedEntry } from '../account/expected-board.ts'
import type { BoardScope, ProductApi } from '../fans/product-api.ts'
import type { EntryReply, ProvisionalReply } from '../fans/replies.ts'
import { type Difference, differs } from './differences.ts'

const pageSize = 100

export type ReadBoard = {
  entries: ProvisionalReply[]
  version: number
  total: number
  isConsistent: boolean
  /** The snapshot of a projected board, `race:sequence`; null for other boards. */
  by: string | null
  /** When racing last changed the board, in ms; NaN without that header. */
  changedAt: number
}

/** Reads every page of a board; `isWhole` is false if the board changed meanwhile. */
export const readBoard = async (api: ProductApi, cookie: string, scope: BoardScope): Promise<ReadBoard> => {
  const first = await api.board(cookie, scope, pageSize, 0)
  // The caller's own row is appended to a page that does not have it.
  const rowsOf = (page: ProvisionalReply[], offset: number) => page.slice(0, Math.min(pageSize, first.total - offset))
  const board = { ...first, entries: rowsOf(first.entries, 0), isConsistent: true }
  for (let offset = pageSize; offset < first.total; offset += pageSize) {
    const page = await api.board(cookie, scope, pageSize, offset)
    board.entries = [...board.entries, ...rowsOf(page.entries, offset)]
    board.isConsistent &&= page.version === first.version
  }
  return board
}

/** A row as a reader sees it: `totalPoints` is null if hidden from the reader. */
export type VisibleRow = Omit<ExpectedEntry, 'totalPoints'> & { totalPoints: number | null }

/** Compares every row of a board, or of a page of it, with the expected rows. */
export const compareEntries = (
  where: string,
  expected: VisibleRow[],
  actual: EntryReply[],
  arrows?: Arrows,
): Difference[] => {
  const rows = actual.slice(0, expected.length).flatMap((entry, i) => {
    const row = expected[i]!
    const at = `${where}, row ${i + 1} (${row.displayName})`
    if (entry.userId !== row.userId) return differs(at, 'fan', row.userId, entry.userId)
    return [
      ...differs(at, 'position', row.position, entry.position),
      ...differs(at, 'totalPoints', row.totalPoints, entry.totalPoints),
      ...differs(at, 'tipsSubmitted', row.tipsSubmitted, entry.tipsSubmitted),
      ...differs(at, 'picks', picks(row.picks), picks(entry.picks)),
      ...(arrows ? compareArrow(at, arrows, row, entry.positionChange) : []),
    ]
  })
  return [...differs(where, 'rows', expected.length, actual.length), ...rows]
}

/**
 * Compares the last frame of a socket like `compareEntries`, but allows fewer tips than expected.
 * A further tip of a participant gives the board a version up to ten seconds later (docs/tipping.md). A frame never has
 * more tips.
 */
export const compareFrame = (...compared: Parameters<typeof compareEntries>): Difference[] =>
  compareEntries(...compared).filter(
    ({ what, expected, actual }) => what !== 'tipsSubmitted' || Number(actual) > Number(expected),
  )

/** Compares the arrow of a row; the message shows the positions before and after the last change. */
export const compareArrow = (
  where: string,
  arrows: Arrows,
  row: Pick<ExpectedEntry, 'userId' | 'position'>,
  actual: number,
): Difference[] => {
  const allowed = arrows.get(row.userId) ?? [0]
  if (allowed.includes(actual)) return []
  const expected = allowed.map((arrow) =>
    arrow === 0 || row.position === null ? '0' : `${arrow} (from ${row.position + arrow} to ${row.position})`,
  )
  return [{ where, what: 'positionChange', expected: expected.join(' or '), actual: String(actual) }]
}

/** Compares all pages with the expected board, including the tie-breaks. */
export const compareBoard = (expected: ExpectedEntry[], board: ReadBoard, arrows: Arrows): Difference[] => {
  return [
    ...differs('board', 'one version over all pages', true, board.isConsistent),
    ...differs('board', 'X-Total-Count', expected.length, board.total),
    ...compareEntries('board', expected, board.entries, arrows),
    ...compareTies('board', expected, board.entries),
  ]
}

/** Compares the tie-breaks of neighbours level on points; `expected` may have more rows than `actual`. */
export const compareTies = (where: string, expected: ExpectedEntry[], actual: EntryReply[]): Difference[] =>
  actual.flatMap((entry, i) => {
    const row = expected[i]
    if (!row) return []
    const allowed = tieBreaks(row, [expected[i - 1], expected[i + 1]])
    if (allowed.includes(entry.tieBreak)) return []
    const at = `${where}, row ${i + 1} (${row.displayName})`
    return differs(at, 'tieBreak', allowed.map(String).join(' or '), String(entry.tieBreak))
  })

/** Returns the tie-breaks allowed between a row and neighbours level on points; null without any. */
export const tieBreaks = (row: ExpectedEntry, neighbours: (ExpectedEntry | undefined)[]): EntryReply['tieBreak'][] => {
  const level = neighbours
    .filter((other) => other !== undefined)
    .filter((other) => other.totalPoints === row.totalPoints)
  if (level.length === 0 || row.position === null)
    return [null, ...(row.position === null ? (['shared'] as const) : [])]
  return level.map((other) => tieBreak(row, other))
}

/** Compares the caller's own row, which is appended to a page that does not have it. */
export const compareOwnRow = async (
  api: ProductApi,
  cookie: string,
  weekendId: number,
  expected: ExpectedEntry[],
  userId: string,
): Promise<Difference[]> => {
  const index = expected.findIndex((row) => row.userId === userId)
  if (index < 1) return []
  const page = await api.board(cookie, { weekendId }, 1, 0)
  return compareEntries('board of one row, read by another fan', [expected[0]!, expected[index]!], page.entries)
}

const picks = ({ first, second, third }: ExpectedEntry['picks']) => `${first}/${second}/${third}`
