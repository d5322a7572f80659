import type { ReportedCategory, WeekendReport } from '../weekend-report.ts'
import type { Pen } from './canvas.ts'
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

const drawHead = (pen: Pen, y: number, [name, bar, figure]: readonly [string, string, string]): void => {
  const look = { ...LABEL, colour: INK.third } as const
  pen.box({ x: PAGE.margin, y, width: CONTENT, height: 22 }, INK.raised)
  pen.text(name.toUpperCase(), { x: NAME.x + 10, y: y + 14 }, look)
  pen.text(bar.toUpperCase(), { x: BAR.x, y: y + 14 }, look)
  pen.text(figure.toUpperCase(), { x: FIGURE, y: y + 14 }, { ...look, align: 'right' })
}

const drawRow = (pen: Pen, y: number, { name, note, share, percent: said, figure, isMost }: Cell): void => {
  pen.rule({ x: PAGE.margin, y: y + ROW, width: CONTENT }, INK.line)
  const base = note ? y + 11.5 : y + 16.5
  const strong = { style: 'strong', size: 9.5, colour: INK.ink } as const
  pen.line(name, { x: NAME.x + 10, y: base, width: NAME.width - 16 }, strong)
  if (note) {
    const small = { style: 'text', size: 7.5, colour: INK.third } as const
    pen.line(note, { x: NAME.x + 10, y: y + 21, width: NAME.width - 16 }, small)
  }
  const colour = isMost ? INK.purple : INK.silver
  drawSegments(pen, { x: BAR.x, y: y + 10, width: BAR.width, height: 6 }, { share, whole: SEGMENTS, colour })
  const data = { style: 'data', size: 10, colour: INK.second, align: 'right' } as const
  pen.text(said, { x: SHARE, y: y + 16.5 }, { ...data, colour: isMost ? INK.purpleInk : INK.second })
  pen.text(figure, { x: FIGURE, y: y + 16.5 }, { ...data, style: 'figure', size: 11, colour: INK.ink })
}

const tippedCell = ({ name, racers }: ReportedCategory, participants: number, most: number): Cell => ({
  name,
  share: participants === 0 ? 0 : racers / participants,
  percent: percent(racers, participants),
  figure: count(racers),
  isMost: racers === most && racers > 0,
})

const pollCell = (pen: Pen, { name, poll }: ReportedCategory): Cell => {
  if (!poll) return { name: '–', note: name, share: 0, percent: '', figure: '0', isMost: false }
  const drivers = poll.drivers.map((driver) => pen.name(driver, 'A driver'))
  return {
    name: drivers.join(', '),
    note: drivers.length > 1 ? `${name} · shared` : name,
    share: poll.votes / poll.total,
    percent: percent(poll.votes, poll.total),
    figure: `${count(poll.votes)} of ${count(poll.total)}`,
    isMost: true,
  }
}

/** Rows below a head; what does not fit goes on below the same head on the next page. */
const drawTable = (
  pen: Pen,
  start: number,
  head: readonly [string, string, string],
  cells: readonly Cell[],
  nextPage: () => number,
): number => {
  let y = start
  drawHead(pen, y, head)
  y += 22
  for (const cell of cells) {
    if (y + ROW > PAGE.bottom) {
      y = nextPage()
      drawHead(pen, y, head)
      y += 22
    }
    drawRow(pen, y, cell)
    y += ROW
  }
  return y
}

const drawFigures = (pen: Pen, { participants, tips, categories, votes }: WeekendReport, y: number): number => {
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
    if (index > 0) pen.box({ x: x - 10, y: y + 2, width: 0.5, height: 38 }, INK.line)
    pen.line(label.toUpperCase(), { x, y: y + 10, width: cell - 12 }, { ...LABEL, size: 6.5, colour: INK.third })
    pen.text(figure, { x, y: y + 37 }, { style: 'figure', size: 21, colour: INK.ink, tracking: -0.02 })
  })
  return y + 60
}

/** Who took part, by category, and whom they voted for. */
export const drawParticipation = (pen: Pen, report: WeekendReport): void => {
  const { weekend, categories, participants, votes } = report
  const begin = () => startPage(pen, weekend.name, 'Participation')
  let y = drawFigures(pen, report, begin())
  pen.bookmark('Participation')
  const most = Math.max(0, ...categories.map(({ racers }) => racers))
  const tipped = categories.map((category) => tippedCell(category, participants, most))
  y = drawTable(pen, y, ['Category', 'Of all fans', 'Fans'], tipped, begin)

  const beginPoll = () => startPage(pen, weekend.name, 'Driver of the weekend')
  // The title, its sentence, the head and at least three rows stay together.
  const isHere = y + 62 + 22 + 3 * ROW <= PAGE.bottom && y + 62 + 22 + categories.length * ROW <= PAGE.bottom
  const title = { style: 'title', size: 15, colour: INK.ink } as const
  if (isHere) pen.text('Driver of the weekend', { x: PAGE.margin, y: y + 40 }, title)
  y = isHere ? y + 54 : beginPoll()
  pen.bookmark('Driver of the weekend')
  const look = { style: 'text', size: 9.5, colour: INK.second } as const
  if (votes === null) {
    const words = 'The driver poll wasn’t available when this report was made. Generate it again later.'
    pen.line(words, { x: PAGE.margin, y: y + 12, width: CONTENT }, look)
    return
  }
  if (votes === 0) {
    pen.text('No one has voted in the driver poll.', { x: PAGE.margin, y: y + 12 }, look)
    return
  }
  const cells = categories.map((category) => pollCell(pen, category))
  y = drawTable(pen, y, ['Poll winner by category', 'Of the votes there', 'Votes'], cells, beginPoll)
  if (y + 18 <= PAGE.bottom)
    pen.text(
      `${counted(votes, 'vote')} in all, one per fan and weekend.`,
      { x: PAGE.margin, y: y + 18 },
      {
        ...look,
        size: 8,
        colour: INK.third,
      },
    )
}
