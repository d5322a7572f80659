/** An A4 page in points, with a grid of twelve columns. */
export const PAGE = { width: 595.28, height: 841.89, margin: 44, top: 78, bottom: 784 } as const
export const CONTENT = PAGE.width - 2 * PAGE.margin
const GUTTER = 12
const COLUMN = (CONTENT - 11 * GUTTER) / 12

/** Returns left edge and width of `count` columns; `from` counts from 0. */
export const columns = (from: number, count: number): { x: number; width: number } => ({
  x: PAGE.margin + from * (COLUMN + GUTTER),
  width: count * COLUMN + (count - 1) * GUTTER,
})

/** The product's colours on white paper, and on the dark cover. */
export const INK = {
  ink: '#111115',
  second: '#4A4A53',
  third: '#66666F',
  line: '#DEDEE3',
  strong: '#B4B4BD',
  raised: '#F4F4F7',
  segment: '#C9C9D2',
  purple: '#A424ED',
  purpleInk: '#8600C7',
  purpleWash: '#F6EBFD',
  green: '#029951',
  greenInk: '#00753D',
  yellowInk: '#776104',
  redInk: '#BB151F',
  gold: '#8A6400',
  silver: '#646B77',
  bronze: '#9A5226',
  white: '#FFFFFF',
} as const

export const ASPHALT = {
  ground: '#0B0B0E',
  raised: '#16161B',
  line: '#26262D',
  ink: '#F4F4F7',
  second: '#B0B0BA',
  third: '#888893',
  purple: '#B850FF',
  purpleInk: '#C784FE',
  green: '#01BD65',
  bars: ['#4A4A55', '#8B8B97', '#B850FF'],
} as const
