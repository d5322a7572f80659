/**
 * A block in a column: a head that stays with its first lines, and lines among which it may break.
 * `continuedHead` is the height of the head after a break, `gap` the space above the block.
 */
export type Block = { head: number; continuedHead: number; lines: number; lineHeight: number; gap: number }

/** The position of a part of a block: its lines from `from` to `to`; `column` is 0 or 1 on its page. */
export type PlacedBlock = { block: number; page: number; column: number; y: number; from: number; to: number }

/** Lines that stay together on either side of a break, the head with the first of them. */
export const MIN_LINES = 5

const headOf = ({ head, continuedHead }: Block, from: number): number => (from === 0 ? head : continuedHead)
const heightOf = ({ head, lines, lineHeight }: Block): number => head + lines * lineHeight

/** Returns the heights of both columns for a break before this block. */
const columnHeights = (blocks: readonly Block[], breakIndex: number): [number, number] => {
  const sum = (columnBlocks: readonly Block[]): number =>
    columnBlocks.reduce((total, block, index) => total + heightOf(block) + (index > 0 ? block.gap : 0), 0)
  return [sum(blocks.slice(0, breakIndex)), sum(blocks.slice(breakIndex))]
}

/** Finds the break that makes two columns of whole blocks most equal; prefers the longer one on the left. */
const findBalancedBreak = (blocks: readonly Block[]): { breakIndex: number; height: number } => {
  const options = blocks.map((_, index) => index + 1)
  const best = options.map((breakIndex) => ({ breakIndex, height: Math.max(...columnHeights(blocks, breakIndex)) }))
  return best.reduce(
    (least, option) => (option.height < least.height ? option : least),
    best[0] ?? { breakIndex: 0, height: 0 },
  )
}

/** Positions whole blocks in two columns below `start`. */
const placeSideBySide = (blocks: readonly Block[], breakIndex: number, start: number, page: number): PlacedBlock[] => {
  let y = start
  return blocks.map((block, index) => {
    if (index === breakIndex) y = start
    else if (index > 0) y += block.gap
    const placed = { block: index, page, column: index < breakIndex ? 0 : 1, y, from: 0, to: block.lines }
    y += heightOf(block)
    return placed
  })
}

type ColumnSpace = {
  /** Top of the columns on the first page, and on each one after it. */
  start: number
  nextPageStart: number
  bottom: number
}

/** Positions blocks one after another, down the columns of as many pages as they need. */
const placeInFlow = (blocks: readonly Block[], { start, nextPageStart, bottom }: ColumnSpace): PlacedBlock[] => {
  const placed: PlacedBlock[] = []
  let [page, column, y] = [0, 0, start]
  const nextColumn = (): void => {
    if (column === 0) column = 1
    else [page, column] = [page + 1, 0]
    y = page === 0 ? start : nextPageStart
  }
  const isAtTop = (): boolean => y === (page === 0 ? start : nextPageStart)
  blocks.forEach((block, index) => {
    if (!isAtTop()) y += block.gap
    for (let [from, isPlaced] = [0, false]; !isPlaced; ) {
      const remainingLines = block.lines - from
      const head = headOf(block, from)
      const fits = Math.floor((bottom - y - head) / block.lineHeight)
      // As many as fit, but never so many that fewer than `MIN_LINES` are left.
      const lineCount = fits >= remainingLines ? remainingLines : Math.min(fits, remainingLines - MIN_LINES)
      const isEnough = lineCount === remainingLines || lineCount >= MIN_LINES
      if (!isEnough && !isAtTop()) {
        nextColumn()
        continue
      }
      // A block that fits in no column starts at the top of one.
      const count = isEnough ? lineCount : Math.min(remainingLines, Math.max(1, fits))
      placed.push({ block: index, page, column, y, from, to: from + count })
      y += head + count * block.lineHeight
      from += count
      isPlaced = from >= block.lines
      if (!isPlaced) nextColumn()
    }
  })
  return placed
}

/**
 * Lays out blocks in two columns: side by side on this page if all fit, else from the top of the next.
 * `page` 0 is the current page if `isHere`, the next one otherwise.
 */
export const layOutInColumns = (
  blocks: readonly Block[],
  { currentY, ...room }: ColumnSpace & { currentY: number },
): { isHere: boolean; placed: PlacedBlock[]; end: number } => {
  const { breakIndex, height } = findBalancedBreak(blocks)
  if (currentY + height <= room.bottom)
    return { isHere: true, placed: placeSideBySide(blocks, breakIndex, currentY, 0), end: currentY + height }
  if (room.start + height <= room.bottom)
    return { isHere: false, placed: placeSideBySide(blocks, breakIndex, room.start, 0), end: room.start + height }
  const placed = placeInFlow(blocks, room)
  const last = placed.at(-1)?.page ?? 0
  const ends = placed.flatMap(({ block: index, page, y, from, to }) => {
    const block = blocks[index]
    return page === last && block ? [y + headOf(block, from) + (to - from) * block.lineHeight] : []
  })
  return { isHere: false, placed, end: Math.max(...ends) }
}
