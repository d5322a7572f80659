import type { ReportedCategory, WeekendReport } from '../weekend-report.ts'
import type { Canvas } from './canvas.ts'
import { count, counted, shortNames } from './format-figures.ts'
import { LABEL, startPage } from './page-elements.ts'
import { CONTENT, columns, INK, PAGE } from './page-grid.ts'

const ROW = 80
const TALLEST = 44
const NOTE =
  'What all fans together earned in each session, on one scale. Purple: the most of the weekend. A dash: not scored.'

/** Returns the sessions that can earn points: all but practice. */
const countingRacesOf = ({ races }: ReportedCategory) => races.filter(({ sessionType }) => sessionType !== 'practice')

type Scale = { highest: number }

const drawCategory = (canvas: Canvas, category: ReportedCategory, y: number, { highest }: Scale): void => {
  const races = countingRacesOf(category)
  const names = shortNames(races)
  const total = races.reduce((sum, { points }) => sum + (points ?? 0), 0)
  const left = columns(0, 4)
  const name = { style: 'title', size: 10.5, colour: INK.ink } as const
  canvas
    .wrapped(canvas.name(category.name, 'Category'), left.width - 8, name)
    .slice(0, 2)
    .forEach((line, index) => {
      canvas.text(line, { x: left.x, y: y + 22 + index * 13 }, name)
    })
  canvas.text(counted(total, 'point'), { x: left.x, y: y + 58 }, { style: 'data', size: 9.5, colour: INK.second })

  const right = columns(4, 8)
  const floor = y + 60
  canvas.rule({ x: right.x, y: floor, width: right.width }, INK.strong)
  const slot = Math.min(52, right.width / Math.max(races.length, 1))
  const bar = Math.min(20, slot * 0.56)
  const isNarrow = slot < 20
  races.forEach(({ points }, index) => {
    const x = right.x + index * slot
    const middle = x + slot / 2
    const height = highest === 0 ? 0 : ((points ?? 0) / highest) * TALLEST
    const isHighest = points !== null && points === highest && points > 0
    const lean = Math.min(4, height * 0.1)
    if (height > 0) {
      const box = { x: middle - bar / 2 - lean / 2, y: floor - height, width: bar, height }
      canvas.drawShearedBar(box, isHighest ? INK.purple : INK.silver, lean)
    }
    const label = { ...LABEL, size: isNarrow ? 5 : 6.5, align: 'centre' } as const
    canvas.text(names[index] ?? '', { x: middle, y: floor + 10 }, { ...label, colour: INK.third })
    if (isNarrow) return
    const value = { style: 'data', size: 7.5, align: 'centre' } as const
    const colour = isHighest ? INK.purpleInk : points === null ? INK.third : INK.second
    canvas.text(points === null ? '–' : count(points), { x: middle, y: floor - height - 4 }, { ...value, colour })
  })
}

/** Draws a row of bars for each category, all on one scale; the highest bar of the weekend is purple. */
export const drawPoints = (canvas: Canvas, { weekend, categories }: WeekendReport): void => {
  const countingCategories = categories.filter((category) => countingRacesOf(category).length > 0)
  const highest = Math.max(
    0,
    ...countingCategories.flatMap((category) => countingRacesOf(category).map(({ points }) => points ?? 0)),
  )
  let y = startPage(canvas, weekend.name, 'Points by session', NOTE)
  canvas.bookmark('Points by session')
  if (countingCategories.length === 0) {
    const textStyle = { style: 'text', size: 10, colour: INK.second } as const
    canvas.text('This weekend has no sessions that earn points.', { x: PAGE.margin, y: y + 14 }, textStyle)
  }
  countingCategories.forEach((category, index) => {
    if (y + ROW > PAGE.bottom) y = startPage(canvas, weekend.name, 'Points by session', NOTE)
    else if (index > 0) canvas.rule({ x: PAGE.margin, y, width: CONTENT }, INK.line)
    drawCategory(canvas, category, y, { highest })
    y += ROW
  })
}
