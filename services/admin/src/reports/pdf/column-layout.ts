/**
 * Something that is set in a column: a head that stays with its first lines, and lines among which it may break; `again`
 * is the head of what goes on after a break, `gap` what is left free above.
 */
export type Block = { head: number; again: number; lines: number; lineHeight: number; gap: number }

/** A part of a block in its place: `from` and `to` are its lines, `column` counts over all pages. */
export type Placed = { block: number; page: number; column: number; y: number; from: number; to: number }

/** So many lines stay together on either side of a break, the head with the first of them. */
export const FEWEST_LINES = 5

const headOf = ({ head, again }: Block, from: number): number => (from === 0 ? head : again)
const heightOf = ({ head, lines, lineHeight }: Block): number => head + lines * lineHeight

/** How high two columns become if they break before this block. */
const heights = (blocks: readonly Block[], at: number): [number, number] => {
  const sum = (some: readonly Block[]): number =>
    some.reduce((total, block, index) => total + heightOf(block) + (index > 0 ? block.gap : 0), 0)
  return [sum(blocks.slice(0, at)), sum(blocks.slice(at))]
}

/** The break that makes two whole columns as equal as can be; the left one is never the shorter by choice. */
const balanced = (blocks: readonly Block[]): { at: number; height: number } => {
  const options = blocks.map((_, index) => index + 1)
  const best = options.map((at) => ({ at, height: Math.max(...heights(blocks, at)) }))
  return best.reduce(
    (least, option) => (option.height < least.height ? option : least),
    best[0] ?? { at: 0, height: 0 },
  )
}

/** Whole blocks in two columns below `start`. */
const beside = (blocks: readonly Block[], at: number, start: number, page: number): Placed[] => {
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
  /** Where the columns begin on the first page, and on each after it. */
  start: number
  next: number
  bottom: number
}

/** One block after another, down the columns of as many pages as it takes. */
const poured = (blocks: readonly Block[], { start, next, bottom }: Room): Placed[] => {
  const placed: Placed[] = []
  let [page, column, y] = [0, 0, start]
  const turn = (): void => {
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
      // As many as fit, but never so many that a few are left alone.
      const some = fits >= left ? left : Math.min(fits, left - FEWEST_LINES)
      const isEnough = some === left || some >= FEWEST_LINES
      if (!isEnough && !isAtTop()) {
        turn()
        continue
      }
      // What no column holds begins in one all the same.
      const taken = isEnough ? some : Math.min(left, Math.max(1, fits))
      placed.push({ block: index, page, column, y, from, to: from + taken })
      y += head + taken * block.lineHeight
      from += taken
      isSet = from >= block.lines
      if (!isSet) turn()
    }
  })
  return placed
}

/**
 * Sets blocks in two columns: side by side in what is left of this page where all of them fit, else poured down the
 * columns from the top of the next one. `page` 0 is the present page if `isHere`, the next one otherwise.
 */
export const setInColumns = (
  blocks: readonly Block[],
  { here, ...room }: Room & { here: number },
): { isHere: boolean; placed: Placed[]; end: number } => {
  const { at, height } = balanced(blocks)
  if (here + height <= room.bottom) return { isHere: true, placed: beside(blocks, at, here, 0), end: here + height }
  if (room.start + height <= room.bottom)
    return { isHere: false, placed: beside(blocks, at, room.start, 0), end: room.start + height }
  const placed = poured(blocks, room)
  const last = placed.at(-1)?.page ?? 0
  const ends = placed.flatMap(({ block: index, page, y, from, to }) => {
    const block = blocks[index]
    return page === last && block ? [y + headOf(block, from) + (to - from) * block.lineHeight] : []
  })
  return { isHere: false, placed, end: Math.max(...ends) }
}
