import type { ReportedCar, ReportedCategory, ReportedRace, WeekendReport } from '../weekend-report.ts'
import type { Canvas } from './canvas.ts'
import { type Block, layOutInColumns } from './column-layout.ts'
import { distance, lapTime, moment, statusOf } from './format-figures.ts'
import { CONTINUED, continuePage, LABEL, startPage } from './page-elements.ts'
import { CONTENT, INK, PAGE } from './page-grid.ts'

const COLUMN_GAP = 24
const WIDTH = (CONTENT - COLUMN_GAP) / 2
const columnX = (column: number): number => PAGE.margin + column * (WIDTH + COLUMN_GAP)

const LINE = 12
const TITLE = 30
const TABLE_HEAD = 15
const RACE_GAP = 20
/** Height of a category's name, above its columns. */
const CATEGORY = 34
const CATEGORY_GAP = 26

const NOTE = 'Every session with its result, its revisions, and why they were made.'

const SMALL = { style: 'text', size: 7.5, colour: INK.second } as const

type Line = { text: string; isFirst: boolean }
type SessionBlock = { race: ReportedRace; revisionTexts: Line[]; block: Block }

/** Lines of revisions, the latest: a head has to fit in a column. */
const MAX_LINES = 30

/** Returns the lines of each revision: number, status, time and reason. */
const revisionLines = (canvas: Canvas, race: ReportedRace, timeZone: string): Line[] => {
  const lines = race.revisions.flatMap(({ revision, publishedAt, reason, ...rest }) => {
    const text = `Revision ${revision} · ${statusOf(rest)} · ${moment(publishedAt, timeZone)}`
    const reasonLines = reason
      ? canvas.wrapped(canvas.name(reason, 'A reason in another script'), WIDTH - 10, SMALL)
      : []
    return [{ text, isFirst: true }, ...reasonLines.map((line) => ({ text: line, isFirst: false }))]
  })
  if (lines.length <= MAX_LINES) return lines
  return [{ text: 'Earlier revisions are in the audit log.', isFirst: true }, ...lines.slice(1 - MAX_LINES)]
}

const sessionBlockOf = (canvas: Canvas, race: ReportedRace, timeZone: string): SessionBlock => {
  const revisionTexts = revisionLines(canvas, race, timeZone)
  const table = race.cars.length > 0 ? TABLE_HEAD : 0
  const head = TITLE + revisionTexts.length * 10 + table
  const block = { head, continuedHead: TITLE + table, lines: race.cars.length, lineHeight: LINE, gap: RACE_GAP }
  return { race, revisionTexts, block }
}

const badgeOf = ({ revisions }: ReportedRace): { text: string; colour: string; isFilled: boolean } => {
  const last = revisions.at(-1)
  if (!last) return { text: 'NO RESULT', colour: INK.third, isFilled: false }
  const text = statusOf(last).toUpperCase()
  if (last.status === 'official') return { text, colour: INK.ink, isFilled: true }
  if (last.status === 'cancelled') return { text, colour: INK.redInk, isFilled: false }
  return { text, colour: last.status === 'provisional' ? INK.yellowInk : INK.ink, isFilled: false }
}

/** Draws the status badge; returns its left edge. */
const drawBadge = (canvas: Canvas, race: ReportedRace, { right, y }: { right: number; y: number }): number => {
  const { text, colour, isFilled } = badgeOf(race)
  const textStyle = { ...LABEL, size: 6, colour: isFilled ? INK.white : colour } as const
  const width = canvas.widthOf(text, textStyle) + 9
  const box = { x: right - width, y: y - 9, width, height: 12 }
  if (isFilled) canvas.box(box, colour)
  else canvas.frame(box, colour)
  canvas.text(text, { x: box.x + 5, y: y - 0.9 }, textStyle)
  return box.x
}

const edges = (x: number) => ({
  position: x + 15,
  plate: x + 20,
  name: x + 48,
  best: x + WIDTH - 48,
  distance: x + WIDTH,
})

const drawTableHead = (canvas: Canvas, x: number, y: number): void => {
  const left = { ...LABEL, size: 6, colour: INK.third } as const
  const right = { ...left, align: 'right' } as const
  const edge = edges(x)
  canvas.text('POS', { x: edge.position, y }, right)
  canvas.text('CAR', { x: edge.plate, y }, left)
  canvas.text('DRIVER', { x: edge.name, y }, left)
  canvas.text('BEST LAP', { x: edge.best, y }, right)
  canvas.text('GAP', { x: edge.distance, y }, right)
  canvas.rule({ x, y: y + 4.5, width: WIDTH }, INK.strong)
}

/** Draws the head of a session, after a break only its title; returns the top of its lines. */
const drawHead = (
  canvas: Canvas,
  { race, revisionTexts }: SessionBlock,
  { x, y, timeZone, isFirst }: { x: number; y: number; timeZone: string; isFirst: boolean },
): number => {
  canvas.rule({ x, y: y + 0.75, width: WIDTH }, INK.ink, 1.5)
  const badge = drawBadge(canvas, race, { right: x + WIDTH, y: y + 16 })
  const name = `${canvas.name(race.name, 'Session')}${isFirst ? '' : ', continued'}`
  const title = { style: 'title', size: 10.5, colour: INK.ink } as const
  const time = race.startTime ? moment(race.startTime, timeZone) : ''
  const timeWidth = time ? canvas.widthOf(time, SMALL) + 10 : 0
  const nameWidth = canvas.line(name, { x, y: y + 16, width: badge - x - 8 - timeWidth }, title)
  if (time) canvas.text(time, { x: x + nameWidth + 7, y: y + 16 }, { ...SMALL, colour: INK.third })
  let lineY = y + TITLE
  if (isFirst)
    for (const { text, isFirst: isHead } of revisionTexts) {
      if (isHead) canvas.drawShearedBar({ x, y: lineY - 5.6, width: 2.6, height: 5.6 }, INK.segment)
      canvas.text(text, { x: x + 10, y: lineY }, isHead ? { ...SMALL, style: 'strong', size: 7.5 } : SMALL)
      lineY += 10
    }
  if (race.cars.length === 0) return lineY
  drawTableHead(canvas, x, lineY + 6)
  return lineY + TABLE_HEAD
}

type CarLine = { winner: ReportedCar | undefined; fastest: number | undefined }

const drawCar = (
  canvas: Canvas,
  car: ReportedCar,
  { x, y }: { x: number; y: number },
  { winner, fastest }: CarLine,
): void => {
  const edge = edges(x)
  const isOut = car.status !== 'classified'
  const isWinner = car === winner
  const colour = isOut ? INK.third : INK.ink
  const figure = { style: 'figure', size: 8.5, align: 'right' } as const
  const position = isOut || car.position === null ? '–' : String(car.position)
  canvas.text(position, { x: edge.position, y }, { ...figure, colour: isWinner ? INK.purpleInk : colour })
  canvas.box({ x: edge.plate, y: y - 7.6, width: 22, height: 9.8 }, isOut ? INK.line : INK.ink)
  const plate = { style: 'figure', size: 7, colour: isOut ? INK.third : INK.white, align: 'centre' } as const
  canvas.line(car.plate, { x: edge.plate + 11, y: y - 0.2, width: 20 }, plate)

  const best = car.bestLapMs === null ? '' : lapTime(car.bestLapMs)
  const data = { style: 'data', size: 7.8, colour: isOut ? INK.third : INK.second, align: 'right' } as const
  const isFastest = car.bestLapMs !== null && car.bestLapMs === fastest
  const bestWidth = canvas.text(best, { x: edge.best, y }, { ...data, colour: isFastest ? INK.purpleInk : data.colour })
  canvas.text(distance(car, winner), { x: edge.distance, y }, data)

  const availableWidth = edge.best - Math.max(bestWidth, 34) - 6 - edge.name
  const name = { style: 'strong', size: 8, colour } as const
  const nameWidth = canvas.line(canvas.name(car.driver, '–'), { x: edge.name, y, width: availableWidth }, name)
  if (isOut) canvas.rule({ x: edge.name, y: y - 2.6, width: nameWidth }, INK.third, 0.5)
  const team = canvas.name(car.team, '')
  const small = { ...SMALL, size: 6.8, colour: INK.third } as const
  const left = availableWidth - nameWidth - 5
  // A few letters of it would say nothing.
  if (left >= canvas.widthOf(team, small) * 0.55)
    canvas.line(team, { x: edge.name + nameWidth + 5, y, width: left }, small)
}

const drawPart = (
  canvas: Canvas,
  sessionBlock: SessionBlock,
  { x, y, from, to, timeZone }: { x: number; y: number; from: number; to: number; timeZone: string },
): void => {
  const { cars } = sessionBlock.race
  const isFirst = from === 0
  const start = drawHead(canvas, sessionBlock, { x, y, timeZone, isFirst })
  const winner = cars.find(({ status }) => status === 'classified')
  const laps = cars.flatMap(({ bestLapMs }) => bestLapMs ?? [])
  const fastest = laps.length > 0 ? Math.min(...laps) : undefined
  cars.slice(from, to).forEach((car, index) => {
    drawCar(canvas, car, { x, y: start + index * LINE + 6 }, { winner, fastest })
    if (index > 0) canvas.rule({ x, y: start + index * LINE - 3.2, width: WIDTH }, INK.line)
  })
}

const drawCategoryName = (canvas: Canvas, name: string, y: number): void => {
  canvas.box({ x: PAGE.margin, y, width: CONTENT, height: 22 }, INK.ink)
  canvas.line(
    name,
    { x: PAGE.margin + 10, y: y + 15, width: CONTENT - 20 },
    {
      style: 'title',
      size: 10.5,
      colour: INK.white,
    },
  )
}

type Progress = (done: number, of: number) => void

/**
 * Draws all sessions of all categories, two columns a page.
 * A category that fits in the rest of a page continues there.
 */
export const drawResults = (canvas: Canvas, { weekend, categories }: WeekendReport, onProgress: Progress): void => {
  const start = startPage(canvas, weekend.name, 'Results', NOTE)
  const chapter = canvas.bookmark('Results')
  let y = start
  const drawCategory = (category: ReportedCategory): void => {
    const name = canvas.name(category.name, 'Category')
    const sessionBlocks = category.races.map((race) => sessionBlockOf(canvas, race, weekend.timeZone))
    const { isHere, placed, end } = layOutInColumns(
      sessionBlocks.map(({ block }) => block),
      {
        currentY: y + CATEGORY,
        start: (y > start ? CONTINUED : start) + CATEGORY,
        nextPageStart: CONTINUED + CATEGORY,
        bottom: PAGE.bottom,
      },
    )
    if (!isHere && y > start) y = continuePage(canvas, weekend.name)
    canvas.bookmark(name, chapter)
    drawCategoryName(canvas, name, y)
    let page = 0
    for (const { block, page: onPage, column, ...place } of placed) {
      if (onPage > page) {
        page = onPage
        drawCategoryName(canvas, `${name}, continued`, continuePage(canvas, weekend.name))
      }
      const sessionBlock = sessionBlocks[block]
      if (sessionBlock) drawPart(canvas, sessionBlock, { ...place, x: columnX(column), timeZone: weekend.timeZone })
    }
    y = end + CATEGORY_GAP
  }
  const withRaces = categories.filter(({ races }) => races.length > 0)
  if (withRaces.length === 0) {
    const textStyle = { style: 'text', size: 10, colour: INK.second } as const
    canvas.text('This weekend has no sessions yet.', { x: PAGE.margin, y: y + 14 }, textStyle)
  }
  withRaces.forEach((category, index) => {
    drawCategory(category)
    onProgress(index + 1, withRaces.length)
  })
}
