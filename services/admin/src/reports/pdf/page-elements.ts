import type { Canvas } from './canvas.ts'
import { ASPHALT, CONTENT, INK, PAGE } from './page-grid.ts'

/** Draws the product's mark: three sheared bars, and its name. */
export const drawBrand = (canvas: Canvas, { x, y }: { x: number; y: number }, isOnDark: boolean, size = 1): void => {
  const bars = isOnDark ? ASPHALT.bars : ['#4A4A55', '#8B8B97', INK.purple]
  bars.forEach((colour, index) => {
    canvas.drawShearedBar(
      { x: x + index * 5.4 * size, y: y - 8.6 * size, width: 3.2 * size, height: 9.6 * size },
      colour,
    )
  })
  const textStyle = {
    style: 'hero',
    size: 9.6 * size,
    colour: isOnDark ? ASPHALT.ink : INK.ink,
    tracking: 0.01,
  } as const
  canvas.text('PURPLE SECTOR', { x: x + 27 * size, y }, textStyle)
}

/** Draws the sector lines under a page head; `part` is the share of the width of each. */
export const drawSectors = (
  canvas: Canvas,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  sectors: readonly { colour: string; part: number }[],
): void => {
  const totalParts = sectors.reduce((sum, { part }) => sum + part, 0)
  const gap = 5
  const availableWidth = width - (sectors.length - 1) * gap
  let left = x
  for (const { colour, part } of sectors) {
    const sectorWidth = (part / totalParts) * availableWidth
    canvas.drawShearedBar({ x: left, y, width: sectorWidth, height }, colour)
    left += sectorWidth + gap
  }
}

/** Style of a label: letter-spaced small capitals. */
export const LABEL = { style: 'label', size: 7, tracking: 0.065 } as const

/** Top of the content on a continued page. */
export const CONTINUED = PAGE.top - 4

/** Starts a light page without a title, with mark and weekend; returns the top of its content. */
export const continuePage = (canvas: Canvas, weekend: string): number => {
  canvas.addPage()
  drawBrand(canvas, { x: PAGE.margin, y: 42 }, false, 0.82)
  const textStyle = { style: 'text', size: 8, colour: INK.third, align: 'right' } as const
  canvas.line(canvas.name(weekend, ''), { x: PAGE.width - PAGE.margin, y: 42, width: CONTENT - 160 }, textStyle)
  drawSectors(canvas, { x: PAGE.margin, y: 52, width: CONTENT - 2, height: 2.4 }, [
    { colour: INK.purple, part: 5 },
    { colour: INK.green, part: 3 },
    { colour: INK.purple, part: 2 },
  ])
  return CONTINUED
}

/** Starts a light page with a title; returns the top of its content. */
export const startPage = (canvas: Canvas, weekend: string, title: string, note?: string): number => {
  continuePage(canvas, weekend)
  canvas.text(
    title,
    { x: PAGE.margin, y: PAGE.top + 18 },
    { style: 'title', size: 20, colour: INK.ink, tracking: -0.012 },
  )
  if (!note) return PAGE.top + 40
  const text = { style: 'text', size: 9, colour: INK.second } as const
  canvas.line(note, { x: PAGE.margin, y: PAGE.top + 34, width: CONTENT }, text)
  return PAGE.top + 56
}

/** Draws a share as sheared segments, `totalParts` of them in all. */
export const drawSegments = (
  canvas: Canvas,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { share, totalParts, colour }: { share: number; totalParts: number; colour: string },
): void => {
  const step = width / totalParts
  const filled = Math.round(share * totalParts)
  for (let nth = 0; nth < totalParts; nth++)
    canvas.drawShearedBar({ x: x + nth * step, y, width: step - 1.6, height }, nth < filled ? colour : INK.line)
}

/** Draws the footer of a light page. */
export const drawFooter = (
  canvas: Canvas,
  { page, pages, left }: { page: number; pages: number; left: string },
): void => {
  const y = PAGE.height - 36
  canvas.rule({ x: PAGE.margin, y: y - 13, width: CONTENT }, INK.line)
  const textStyle = { style: 'text', size: 7.5, colour: INK.third } as const
  canvas.line(left, { x: PAGE.margin, y, width: CONTENT - 90 }, textStyle)
  canvas.text(`Page ${page} of ${pages}`, { x: PAGE.width - PAGE.margin, y }, { ...textStyle, align: 'right' })
}
