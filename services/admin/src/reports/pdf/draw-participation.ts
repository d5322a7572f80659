import type { ReportedCategory, WeekendReport } from '../weekend-report.ts'
import type { Canvas } from './canvas.ts'
import { count, counted, percent } from './format-figures.ts'
import { drawSegments, LABEL, startPage } from './page-elements.ts'
import { CONTENT, columns, INK, PAGE } from './page-grid.ts'

const ROW = 26
const SEGMENTS = 24

const NAME = columns(0, 5)
const BAR = columns(5, 4)
const SHARE = columns(9, 1).x + 34
const FIGURE = PAGE.width - PAGE.margin - 10

type Cell = { name: string; note?: string; share: number; percent: string; figure: string; isMost: boolean }

const drawHead = (canvas: Canvas, y: number, [name, bar, figure]: readonly [string, string, string]): void => {
  const textStyle = { ...LABEL, colour: INK.third } as const
  canvas.box({ x: PAGE.margin, y, width: CONTENT, height: 22 }, INK.raised)
  canvas.text(name.toUpperCase(), { x: NAME.x + 10, y: y + 14 }, textStyle)
  canvas.text(bar.toUpperCase(), { x: BAR.x, y: y + 14 }, textStyle)
  canvas.text(figure.toUpperCase(), { x: FIGURE, y: y + 14 }, { ...textStyle, align: 'right' })
}

const drawRow = (
  canvas: Canvas,
  y: number,
  { name, note, share, percent: percentText, figure, isMost }: Cell,
): void => {
  canvas.rule({ x: PAGE.margin, y: y + ROW, width: CONTENT }, INK.line)
  const base = note ? y + 11.5 : y + 16.5
  const strong = { style: 'strong', size: 9.5, colour: INK.ink } as const
  canvas.line(name, { x: NAME.x + 10, y: base, width: NAME.width - 16 }, strong)
  if (note) {
    const small = { style: 'text', size: 7.5, colour: INK.third } as const
    canvas.line(note, { x: NAME.x + 10, y: y + 21, width: NAME.width - 16 }, small)
  }
  const colour = isMost ? INK.purple : INK.silver
  drawSegments(canvas, { x: BAR.x, y: y + 10, width: BAR.width, height: 6 }, { share, totalParts: SEGMENTS, colour })
  const data = { style: 'data', size: 10, colour: INK.second, align: 'right' } as const
  canvas.text(percentText, { x: SHARE, y: y + 16.5 }, { ...data, colour: isMost ? INK.purpleInk : INK.second })
  canvas.text(figure, { x: FIGURE, y: y + 16.5 }, { ...data, style: 'figure', size: 11, colour: INK.ink })
}

const tippedCell = ({ name, racers }: ReportedCategory, participants: number, most: number): Cell => ({
  name,
  share: participants === 0 ? 0 : racers / participants,
  percent: percent(racers, participants),
  figure: count(racers),
  isMost: racers === most && racers > 0,
})

const pollCell = (canvas: Canvas, { name, poll }: ReportedCategory): Cell => {
  if (!poll) return { name: '–', note: name, share: 0, percent: '', figure: '0', isMost: false }
  const drivers = poll.drivers.map((driver) => canvas.name(driver, 'A driver'))
  return {
    name: drivers.join(', '),
    note: drivers.length > 1 ? `${name} · shared` : name,
    share: poll.votes / poll.total,
    percent: percent(poll.votes, poll.total),
    figure: `${count(poll.votes)} of ${count(poll.total)}`,
    isMost: true,
  }
}

/** Draws rows below a table head; repeats the head on the next page for the rest. */
const drawTable = (
  canvas: Canvas,
  start: number,
  head: readonly [string, string, string],
  cells: readonly Cell[],
  nextPage: () => number,
): number => {
  let y = start
  drawHead(canvas, y, head)
  y += 22
  for (const cell of cells) {
    if (y + ROW > PAGE.bottom) {
      y = nextPage()
      drawHead(canvas, y, head)
      y += 22
    }
    drawRow(canvas, y, cell)
    y += ROW
  }
  return y
}

const drawFigures = (canvas: Canvas, { participants, tips, categories, votes }: WeekendReport, y: number): number => {
  const tipped = categories.filter(({ racers }) => racers > 0).length
  const figures: [string, string][] = [
    ['Fans', count(participants)],
    ['Tips', count(tips)],
    ['Tips per fan', participants === 0 ? '–' : (tips / participants).toFixed(1)],
    ['Categories tipped', `${tipped} of ${categories.length}`],
    ['Votes in the poll', votes === null ? '–' : count(votes)],
  ]
  const cell = CONTENT / figures.length
  figures.forEach(([label, figure], index) => {
    const x = PAGE.margin + index * cell
    if (index > 0) canvas.box({ x: x - 10, y: y + 2, width: 0.5, height: 38 }, INK.line)
    canvas.line(label.toUpperCase(), { x, y: y + 10, width: cell - 12 }, { ...LABEL, size: 6.5, colour: INK.third })
    canvas.text(figure, { x, y: y + 37 }, { style: 'figure', size: 21, colour: INK.ink, tracking: -0.02 })
  })
  return y + 60
}

/** Draws participation by category, and the driver poll. */
export const drawParticipation = (canvas: Canvas, report: WeekendReport): void => {
  const { weekend, categories, participants, votes } = report
  const startParticipationPage = () => startPage(canvas, weekend.name, 'Participation')
  let y = drawFigures(canvas, report, startParticipationPage())
  canvas.bookmark('Participation')
  const most = Math.max(0, ...categories.map(({ racers }) => racers))
  const tipped = categories.map((category) => tippedCell(category, participants, most))
  y = drawTable(canvas, y, ['Category', 'Of all fans', 'Fans'], tipped, startParticipationPage)

  const startPollPage = () => startPage(canvas, weekend.name, 'Driver of the weekend')
  // The title, its sentence, the head and at least three rows stay together.
  const isHere = y + 62 + 22 + 3 * ROW <= PAGE.bottom && y + 62 + 22 + categories.length * ROW <= PAGE.bottom
  const title = { style: 'title', size: 15, colour: INK.ink } as const
  if (isHere) canvas.text('Driver of the weekend', { x: PAGE.margin, y: y + 40 }, title)
  y = isHere ? y + 54 : startPollPage()
  canvas.bookmark('Driver of the weekend')
  const textStyle = { style: 'text', size: 9.5, colour: INK.second } as const
  if (votes === null) {
    const words = 'The driver poll wasn’t available when this report was made. Generate it again later.'
    canvas.line(words, { x: PAGE.margin, y: y + 12, width: CONTENT }, textStyle)
    return
  }
  if (votes === 0) {
    canvas.text('No one has voted in the driver poll.', { x: PAGE.margin, y: y + 12 }, textStyle)
    return
  }
  const cells = categories.map((category) => pollCell(canvas, category))
  y = drawTable(canvas, y, ['Poll winner by category', 'Of the votes there', 'Votes'], cells, startPollPage)
  if (y + 18 <= PAGE.bottom)
    canvas.text(
      `${counted(votes, 'vote')} in all, one per fan and weekend.`,
      { x: PAGE.margin, y: y + 18 },
      {
        ...textStyle,
        size: 8,
        colour: INK.third,
      },
    )
}
