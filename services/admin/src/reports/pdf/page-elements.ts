import type { Pen } from './canvas.ts'
import { ASPHALT, CONTENT, INK, PAGE } from './page-grid.ts'

/** The mark of the product: three sheared bars, and its name. */
export const drawBrand = (pen: Pen, { x, y }: { x: number; y: number }, isOnDark: boolean, size = 1): void => {
  const bars = isOnDark ? ASPHALT.bars : ['#4A4A55', '#8B8B97', INK.purple]
  bars.forEach((colour, index) => {
    pen.sheared({ x: x + index * 5.4 * size, y: y - 8.6 * size, width: 3.2 * size, height: 9.6 * size }, colour)
  })
  const look = { style: 'hero', size: 9.6 * size, colour: isOnDark ? ASPHALT.ink : INK.ink, tracking: 0.01 } as const
  pen.text('PURPLE SECTOR', { x: x + 27 * size, y }, look)
}

/** The sector lines under a head: purple, green, purple. `parts` say how wide each is. */
export const drawSectors = (
  pen: Pen,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  sectors: readonly { colour: string; part: number }[],
): void => {
  const whole = sectors.reduce((sum, { part }) => sum + part, 0)
  const between = 5
  const drawn = width - (sectors.length - 1) * between
  let left = x
  for (const { colour, part } of sectors) {
    const wide = (part / whole) * drawn
    pen.sheared({ x: left, y, width: wide, height }, colour)
    left += wide + between
  }
}

/** A label: small capitals with air between them. */
export const LABEL = { style: 'label', size: 7, tracking: 0.065 } as const

/** Where a page begins that goes on with what the one before began. */
export const CONTINUED = PAGE.top - 4

/** A new light page without a title: mark and weekend on its head. Answers where its content begins. */
export const continuePage = (pen: Pen, weekend: string): number => {
  pen.addPage()
  drawBrand(pen, { x: PAGE.margin, y: 42 }, false, 0.82)
  const look = { style: 'text', size: 8, colour: INK.third, align: 'right' } as const
  pen.line(pen.name(weekend, ''), { x: PAGE.width - PAGE.margin, y: 42, width: CONTENT - 160 }, look)
  drawSectors(pen, { x: PAGE.margin, y: 52, width: CONTENT - 2, height: 2.4 }, [
    { colour: INK.purple, part: 5 },
    { colour: INK.green, part: 3 },
    { colour: INK.purple, part: 2 },
  ])
  return CONTINUED
}

/** A new light page with its title. Answers where its content begins. */
export const startPage = (pen: Pen, weekend: string, title: string, note?: string): number => {
  continuePage(pen, weekend)
  pen.text(title, { x: PAGE.margin, y: PAGE.top + 18 }, { style: 'title', size: 20, colour: INK.ink, tracking: -0.012 })
  if (!note) return PAGE.top + 40
  const text = { style: 'text', size: 9, colour: INK.second } as const
  pen.line(note, { x: PAGE.margin, y: PAGE.top + 34, width: CONTENT }, text)
  return PAGE.top + 56
}

/** Segments that show a share of a whole, as every count is drawn: sheared, `whole` of them. */
export const drawSegments = (
  pen: Pen,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { share, whole, colour }: { share: number; whole: number; colour: string },
): void => {
  const step = width / whole
  const filled = Math.round(share * whole)
  for (let nth = 0; nth < whole; nth++)
    pen.sheared({ x: x + nth * step, y, width: step - 1.6, height }, nth < filled ? colour : INK.line)
}

/** The foot of every light page. */
export const drawFoot = (pen: Pen, { page, pages, left }: { page: number; pages: number; left: string }): void => {
  const y = PAGE.height - 36
  pen.rule({ x: PAGE.margin, y: y - 13, width: CONTENT }, INK.line)
  const look = { style: 'text', size: 7.5, colour: INK.third } as const
  pen.line(left, { x: PAGE.margin, y, width: CONTENT - 90 }, look)
  pen.text(`Page ${page} of ${pages}`, { x: PAGE.width - PAGE.margin, y }, { ...look, align: 'right' })
}
