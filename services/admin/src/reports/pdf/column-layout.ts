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
const heights = (blocks: readonly Block[], at: number): [number, number] => {
  const sum = (some: readonly Block[]): number =>
    some.reduce((total, block, index) => total + heightOf(block) + (index > 0 ? block.gap : 0), 0)
  return [sum(blocks.slice(0, at)), sum(blocks.slice(at))]
}

/** Finds the break that makes two columns of whole blocks most equal; prefers the longer one on the left. */
const balanced = (blocks: readonly Block[]): { at: number; height: number } => {
  const options = blocks.map((_, index) => index + 1)
  const best = options.map((at) => ({ at, height: Math.max(...heights(blocks, at)) }))
  return best.reduce(
    (least, option) => (option.height < least.height ? option : least),
    best[0] ?? { at: 0, height: 0 },
  )
}

/** Positions whole blocks in two columns below `start`. */
const sideBySide = (blocks: readonly Block[], at: number, start: number, page: number): PlacedBlock[] => {
  let y = start
  return blocks.map((block, index) => {
    if (index === at) y = start
    else if (index > 0) y += block.gap
    const placed = { block: index, page, column: index < at ? 0 : 1, y, from: 0, to: block.lines }
    y += heightOf(block)
    return placed
  })
}

type Room = {
  /** Top of the columns on the first page, and on each one after it. */
  start: number
  next: number
  bottom: number
}

/** Positions blocks one after another, down the columns of as many pages as they need. */
const flowed = (blocks: readonly Block[], { start, next, bottom }: Room): PlacedBlock[] => {
  const placed: PlacedBlock[] = []
  let [page, column, y] = [0, 0, start]
  const nextColumn = (): void => {
    if (column === 0) column = 1
    else [page, column] = [page + 1, 0]
    y = page === 0 ? start : next
  }
  const isAtTop = (): boolean => y === (page === 0 ? start : next)
  blocks.forEach((block, index) => {
    if (!isAtTop()) y += block.gap
    for (let [from, isSet] = [0, false]; !isSet; ) {
      const left = block.lines - from
      const head = headOf(block, from)
      const fits = Math.floor((bottom - y - head) / block.lineHeight)
      // As many as fit, but never so many that fewer than `MIN_LINES` are left.
      const some = fits >= left ? left : Math.min(fits, left - MIN_LINES)
      const isEnough = some === left || some >= MIN_LINES
      if (!isEnough && !isAtTop()) {
        nextColumn()
        continue
      }
      // A block that fits in no column starts at the top of one.
      const count = isEnough ? some : Math.min(left, Math.max(1, fits))
      placed.push({ block: index, page, column, y, from, to: from + count })
      y += head + count * block.lineHeight
      from += count
      isSet = from >= block.lines
      if (!isSet) nextColumn()
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
  { here, ...room }: Room & { here: number },
): { isHere: boolean; placed: PlacedBlock[]; end: number } => {
  const { at, height } = balanced(blocks)
  if (here + height <= room.bottom) return { isHere: true, placed: sideBySide(blocks, at, here, 0), end: here + height }
  if (room.start + height <= room.bottom)
    return { isHere: false, placed: sideBySide(blocks, at, room.start, 0), end: room.start + height }
  const placed = flowed(blocks, room)
  const last = placed.at(-1)?.page ?? 0
  const ends = placed.flatMap(({ block: index, page, y, from, to }) => {
    const block = blocks[index]
    return page === last && block ? [y + headOf(block, from) + (to - from) * block.lineHeight] : []
  })
  return { isHere: false, placed, end: Math.max(...ends) }
}
