import type { WeekendReport } from '../weekend-report.ts'
import { createPen } from './canvas.ts'
import { drawCover } from './draw-cover.ts'
import { drawBoard } from './draw-leaderboard.ts'
import { drawParticipation } from './draw-participation.ts'
import { drawPoints } from './draw-points.ts'
import { drawResults } from './draw-results.ts'
import { openFonts } from './fonts.ts'
import { days } from './format-figures.ts'
import { drawFoot } from './page-elements.ts'

export type DrawnReport = { bytes: Buffer<ArrayBuffer>; pages: number }

/** Always needed: what the report says itself. */
const OWN_WORDS = 'abcdefghijklmnopqrstuvwxyz 0123456789 ·–−…,:'

/** The report of a weekend as a PDF. `onProgress` gets how much of it is drawn, 0 to 1. */
export const drawReport = async (
  report: WeekendReport,
  onProgress: (part: number) => void = () => {},
): Promise<DrawnReport> => {
  const { weekend } = report
  const fonts = await openFonts(OWN_WORDS + JSON.stringify(report).normalize('NFKC'))
  onProgress(0.3)
  const pen = createPen(fonts, { title: `${weekend.name}: weekend report`, madeAt: new Date(report.madeAt) })
  drawCover(pen, report)
  drawBoard(pen, report)
  drawPoints(pen, report)
  drawParticipation(pen, report)
  onProgress(0.4)
  drawResults(pen, report, (done, of) => onProgress(0.4 + (0.5 * done) / of))
  const name = pen.name(weekend.name, 'Race weekend')
  const left = `${name} · ${days(weekend.startDate, weekend.endDate)} · Weekend report`
  const { pages } = pen
  const bytes = await pen.finish((page, of) => {
    if (page > 1) drawFoot(pen, { page, pages: of, left })
  })
  onProgress(1)
  return { bytes, pages }
}
