import type { WeekendReport } from '../weekend-report.ts'
import { createCanvas } from './canvas.ts'
import { drawCover } from './draw-cover.ts'
import { drawLeaderboard } from './draw-leaderboard.ts'
import { drawParticipation } from './draw-participation.ts'
import { drawPoints } from './draw-points.ts'
import { drawResults } from './draw-results.ts'
import { openFonts } from './fonts.ts'
import { days } from './format-figures.ts'
import { drawFooter } from './page-elements.ts'

export type RenderedReport = { bytes: Buffer<ArrayBuffer>; pages: number }

/** Characters of the report's own texts. */
const CHARACTERS_OF_LABELS = 'abcdefghijklmnopqrstuvwxyz 0123456789 ·–−…,:'

/** Renders the report of a weekend as a PDF. `onProgress` gets the part that is rendered, 0 to 1. */
export const renderReport = async (
  report: WeekendReport,
  onProgress: (part: number) => void = () => {},
): Promise<RenderedReport> => {
  const { weekend } = report
  const fonts = await openFonts(CHARACTERS_OF_LABELS + JSON.stringify(report).normalize('NFKC'))
  onProgress(0.3)
  const canvas = createCanvas(fonts, { title: `${weekend.name}: weekend report`, madeAt: new Date(report.madeAt) })
  drawCover(canvas, report)
  drawLeaderboard(canvas, report)
  drawPoints(canvas, report)
  drawParticipation(canvas, report)
  onProgress(0.4)
  drawResults(canvas, report, (done, total) => onProgress(0.4 + (0.5 * done) / total))
  const name = canvas.name(weekend.name, 'Race weekend')
  const left = `${name} · ${days(weekend.startDate, weekend.endDate)} · Weekend report`
  const { pages } = canvas
  const bytes = await canvas.finish((page, total) => {
    if (page > 1) drawFooter(canvas, { page, pages: total, left })
  })
  onProgress(1)
  return { bytes, pages }
}
