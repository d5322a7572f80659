import type { FigureColumn } from './page-columns.ts'
import type { PageRow } from './parsed-page.ts'
import { parseGap, parseLaps, parseTime } from './times.ts'

type Token = { text: string; kind: 'I' | 'T' | 'L' }
export type Figures = Pick<PageRow, 'laps' | 'timeMs' | 'bestLapMs' | 'gapMs' | 'lapsDown'>

const kindOf = (word: string): Token['kind'] | undefined => {
  if (/^\d{1,5}$/.test(word)) return 'I'
  return /^[+*Rr]{0,3}\d[\w:.]{0,20}\*?$/.test(word) && /[:.]/.test(word) ? 'T' : undefined
}

const isMark = (word: string): boolean => /^[*Rr]{1,3}$/.test(word)

/** Figures at the end of a line. */
const MAX_FIGURES = 12

/** Returns the whole numbers, times and laps behind at the end of these words; `from` is the first of them. */
const tokensAtEnd = (words: readonly string[]): { tokens: Token[]; from: number } => {
  const tokens: Token[] = []
  let index = words.length
  while (index > 0 && tokens.length < MAX_FIGURES) {
    const word = words[index - 1] ?? ''
    const count = words[index - 2] ?? ''
    if (/^laps?$/i.test(word) && /^\+?\d{1,4}$/.test(count)) {
      tokens.unshift({ text: `${count} lap`, kind: 'L' })
      index -= 2
      continue
    }
    const kind = kindOf(word)
    if (!kind && !isMark(word)) break
    if (kind) tokens.unshift({ text: word, kind })
    index -= 1
  }
  return { tokens, from: index }
}

/** A column may be empty; the fastest lap is its number and its time. */
const PATTERNS: Record<FigureColumn, string> = {
  laps: '(?<laps>I)?',
  time: '(?<time>[TL])?',
  best: '(?:I?(?<best>T))?',
  gap: '(?<gap>[TL])?',
  unknown: '[ITL]?',
}

/** Builds the pattern that assigns a line's figures to its columns, from the end of the line. */
const patternOf = (columns: readonly FigureColumn[]): RegExp =>
  new RegExp(`^.*?${columns.map((column) => PATTERNS[column]).join('')}$`, 'd')

export type FiguresAtEnd = {
  figures: Figures
  /** Texts in a column of times that are not times. */
  unreadable: string[]
  /** How many words come before the figures. */
  from: number
}

/** Reads the figures at the end of a line's words. */
export const figuresAtEnd = (words: readonly string[], columns: readonly FigureColumn[]): FiguresAtEnd => {
  const { tokens, from } = tokensAtEnd(words)
  const groups = patternOf(columns).exec(tokens.map(({ kind }) => kind).join(''))?.indices?.groups ?? {}
  const textOf = (column: FigureColumn): string | undefined => {
    const index = groups[column]?.[0]
    return index === undefined ? undefined : tokens[index]?.text
  }
  const figures: Figures = {}
  const unreadable: string[] = []
  const figureFrom = <Value>(
    text: string | undefined,
    parse: (text: string) => Value | undefined,
  ): Value | undefined => {
    const value = text === undefined ? undefined : parse(text)
    if (text !== undefined && value === undefined) unreadable.push(text)
    return value
  }
  const laps = figureFrom(textOf('laps'), parseLaps)
  if (laps !== undefined) figures.laps = laps
  const best = figureFrom(textOf('best'), parseTime)
  if (best !== undefined && best >= 1) figures.bestLapMs = best
  const time = textOf('time')
  if (time?.endsWith(' lap')) Object.assign(figures, parseGap(time))
  else {
    const timeMs = figureFrom(time, parseTime)
    if (timeMs !== undefined) figures.timeMs = timeMs
  }
  Object.assign(figures, figureFrom(textOf('gap'), parseGap))
  return { figures, unreadable, from }
}
