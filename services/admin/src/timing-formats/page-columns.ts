import { MAX_LINE_CHARS } from '@purple-sector/service-kit/data/parsing-limits'

/** Columns of text, then columns of figures at the end of a line. */
type TextColumn = 'driver' | 'other'
export type FigureColumn = 'laps' | 'time' | 'best' | 'gap' | 'unknown'

export type Columns = {
  /** The header has its spaces: columns begin where their names do. */
  isFixed: boolean
  /** In the order of the page, with where each begins. */
  texts: { name: TextColumn; start: number; end: number }[]
  figures: FigureColumn[]
  /** Where the figures begin. */
  figuresFrom: number
}

type ColumnName = 'pos' | 'car' | TextColumn | FigureColumn

/**
 * Patterns for a header whose dots and hyphens were replaced by blanks: `Race.Time` and `Fastest...Lap` match as words.
 */
const NAMES: readonly [name: ColumnName, pattern: RegExp][] = [
  ['pos', /\bpos\b/i],
  ['car', /\b(?:car|no)\b/i],
  ['driver', /\bdrivers?\b/i],
  ['other', /\bcompetitor\/team\b/i],
  ['best', /\b(?:fastest|best)\s{0,40}(?:lap|time)\b(?:\s{0,40}\btime\b)?/i],
  ['time', /\b(?:(?:race|total|elapsed)\s{0,40})?time\b/i],
  ['laps', /\blaps\b/i],
  ['gap', /\b(?:gap|behind|diff)\b/i],
]

const FIGURES: readonly string[] = ['laps', 'time', 'best', 'gap', 'unknown']
const isFigure = (name: string): name is FigureColumn => FIGURES.includes(name)

type FoundColumn = { name: ColumnName; start: number; end: number }

/** Marks unknown columns after the first figure as figures, too: `Av.Speed`, whose words are one name. */
const asFigures = (sortedColumns: readonly FoundColumn[]): FoundColumn[] => {
  const first = sortedColumns.findIndex(({ name }) => isFigure(name))
  return sortedColumns.flatMap((column, index): FoundColumn[] => {
    if (column.name !== 'other' || first === -1 || index < first) return [column]
    const before = sortedColumns[index - 1]
    return before?.name === 'other' && column.start - before.end === 1 ? [] : [{ ...column, name: 'unknown' }]
  })
}

/** Whether the line is the header of a sheet, which may name the same columns. */
const isOfSheet = (line: string): boolean =>
  /[,;]/.test(line) || (line.includes('\t') && !/\bcompetitor\/team\b|\bfastest\.+lap\b/i.test(line))

/** Returns the columns that a line names; undefined if it is no header. They differ from page to page. */
export const columnsOf = (line: string): Columns | undefined => {
  if (line.length > MAX_LINE_CHARS || !/^\s*pos\b/i.test(line) || isOfSheet(line)) return undefined
  let unmatchedText = line.replaceAll(/[._-]/g, ' ')
  const foundColumns: FoundColumn[] = []
  for (const [name, pattern] of NAMES) {
    const match = pattern.exec(unmatchedText)
    if (!match) continue
    foundColumns.push({ name, start: match.index, end: match.index + match[0].length })
    unmatchedText =
      unmatchedText.slice(0, match.index) +
      ' '.repeat(match[0].length) +
      unmatchedText.slice(match.index + match[0].length)
  }
  const has = (...names: string[]) => names.some((name) => foundColumns.some((column) => column.name === name))
  if (!has('car') || !has('driver') || !has(...FIGURES)) return undefined
  // Columns of other names: Vehicle, Cap, CL.
  for (const { 0: word, index } of unmatchedText.matchAll(/\S+/g))
    foundColumns.push({ name: 'other', start: index, end: index + word.length })
  const sortedColumns = asFigures(foundColumns.toSorted((left, right) => left.start - right.start))
  const figures = sortedColumns.filter(({ name }) => isFigure(name))
  const texts = sortedColumns.flatMap(({ name, start }, index) =>
    name === 'driver' || name === 'other'
      ? [{ name, start, end: sortedColumns[index + 1]?.start ?? line.length } satisfies Columns['texts'][number]]
      : [],
  )
  return {
    isFixed: / {2}/.test(line.trim()) && !line.includes('\t'),
    texts,
    figures: figures.map(({ name }) => name).filter(isFigure),
    figuresFrom: figures[0]?.start ?? line.length,
  }
}
