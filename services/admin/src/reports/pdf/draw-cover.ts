import type { WeekendReport } from '../weekend-report.ts'
import type { Canvas } from './canvas.ts'
import { count, counted, dateAndTime, days } from './format-figures.ts'
import { drawBrand, drawSectors, LABEL } from './page-elements.ts'
import { ASPHALT, CONTENT, PAGE } from './page-grid.ts'

const MAX_TITLE_SIZE = 54
const MIN_TITLE_SIZE = 26

/** Finds the largest title size that fits in four lines. */
const titleOf = (canvas: Canvas, name: string): { lines: string[]; size: number } => {
  for (let size = MAX_TITLE_SIZE; size >= MIN_TITLE_SIZE; size -= 2) {
    const textStyle = { style: 'hero', size, colour: ASPHALT.ink, tracking: -0.03 } as const
    const longest = Math.max(...name.split(/\s+/).map((word) => canvas.widthOf(word, textStyle)))
    const lines = canvas.wrapped(name, CONTENT, textStyle)
    if (longest <= CONTENT && lines.length <= 4) return { lines, size }
  }
  const textStyle = { style: 'hero', size: MIN_TITLE_SIZE, colour: ASPHALT.ink, tracking: -0.03 } as const
  return { lines: canvas.wrapped(name, CONTENT, textStyle).slice(0, 5), size: MIN_TITLE_SIZE }
}

/** Draws the mark, cut by the right edge: three bars above the title. */
const drawMark = (canvas: Canvas): void => {
  const bar = { y: 112, width: 74, height: 286 }
  const colours = ['#15151A', '#1F1F26', ASPHALT.purple]
  colours.forEach((colour, index) => {
    canvas.drawShearedBar({ ...bar, x: 236 + index * 122 }, colour)
  })
}

const figuresOf = ({ participants, tips, categories }: WeekendReport): [string, string][] => {
  const races = categories.flatMap((category) => category.races)
  const withResult = races.filter(({ revisions }) => revisions.length > 0)
  return [
    [participants === 1 ? 'Fan' : 'Fans', count(participants)],
    [tips === 1 ? 'Tip' : 'Tips', count(tips)],
    ['Sessions with a result', `${withResult.length} of ${races.length}`],
    [categories.length === 1 ? 'Category' : 'Categories', count(categories.length)],
  ]
}

/** Draws the dark cover page. */
export const drawCover = (canvas: Canvas, report: WeekendReport): void => {
  const { weekend, top, madeAt } = report
  canvas.addPage(ASPHALT.ground)
  drawMark(canvas)
  drawBrand(canvas, { x: PAGE.margin, y: 62 }, true, 1.25)
  canvas.text(
    'WEEKEND REPORT',
    { x: PAGE.width - PAGE.margin, y: 62 },
    {
      ...LABEL,
      size: 8.5,
      colour: ASPHALT.second,
      align: 'right',
    },
  )

  const { lines, size } = titleOf(canvas, canvas.name(weekend.name, 'Race weekend'))
  const leading = size * 0.98
  const base = 536
  lines.forEach((line, index) => {
    const y = base - (lines.length - 1 - index) * leading
    canvas.text(line, { x: PAGE.margin - 2, y }, { style: 'hero', size, colour: ASPHALT.ink, tracking: -0.03 })
  })
  const venue = canvas.name(weekend.venue, '')
  const venueAndDays = [venue, days(weekend.startDate, weekend.endDate)].filter(Boolean).join(' · ')
  canvas.line(
    venueAndDays,
    { x: PAGE.margin, y: base + 27, width: CONTENT },
    { style: 'text', size: 13, colour: ASPHALT.second },
  )

  drawSectors(canvas, { x: -8, y: 588, width: PAGE.width + 16, height: 6 }, [
    { colour: ASPHALT.purple, part: 5 },
    { colour: ASPHALT.green, part: 3 },
    { colour: ASPHALT.purple, part: 2 },
    { colour: ASPHALT.green, part: 4 },
    { colour: ASPHALT.purple, part: 6 },
  ])

  const cell = CONTENT / 4
  figuresOf(report).forEach(([label, figure], index) => {
    const x = PAGE.margin + index * cell
    if (index > 0) canvas.box({ x: x - 12, y: 626, width: 0.75, height: 46 }, ASPHALT.line)
    canvas.line(label.toUpperCase(), { x, y: 634, width: cell - 18 }, { ...LABEL, colour: ASPHALT.third })
    canvas.text(figure, { x, y: 668 }, { style: 'figure', size: 28, colour: ASPHALT.ink, tracking: -0.02 })
  })

  const [leader] = top
  if (leader && leader.points > 0) {
    canvas.box({ x: PAGE.margin, y: 700, width: CONTENT, height: 52 }, ASPHALT.raised)
    canvas.box({ x: PAGE.margin, y: 700, width: 3, height: 52 }, ASPHALT.purple)
    const leaders = top.filter(({ position }) => position === 1)
    canvas.text(
      leaders.length > 1 ? 'ON TOP, TOGETHER' : 'ON TOP',
      { x: PAGE.margin + 16, y: 719 },
      {
        ...LABEL,
        colour: ASPHALT.third,
      },
    )
    const names = leaders.map(({ name }) => canvas.name(name, 'a fan')).join(', ')
    const points = counted(leader.points, 'point')
    const textStyle = { style: 'figure', size: 20, colour: ASPHALT.purpleInk, align: 'right', tracking: -0.02 } as const
    const pointsWidth = canvas.text(points, { x: PAGE.width - PAGE.margin - 16, y: 733 }, textStyle)
    canvas.line(
      names,
      { x: PAGE.margin + 16, y: 740, width: CONTENT - 48 - pointsWidth },
      {
        style: 'title',
        size: 16,
        colour: ASPHALT.ink,
      },
    )
  }
  const madeText = `Made ${dateAndTime(madeAt, weekend.timeZone)}`
  canvas.text(madeText, { x: PAGE.margin, y: PAGE.height - 36 }, { style: 'text', size: 8, colour: ASPHALT.third })
}
