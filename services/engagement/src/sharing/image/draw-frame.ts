import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Figures, occasionOf } from '../figures.ts'
import { imageName } from '../shareable-names.ts'
import { IMAGE_HEIGHT, IMAGE_WIDTH } from './image-size.ts'
import { drawShearedBar, FACE, fillBox, INK, write } from './paint.ts'

export const MARGIN = 64
const HEADER_HEIGHT = 100
const EDGE = 8
/** Vertical bounds of the figures. */
export const TOP = HEADER_HEIGHT + EDGE
export const FOOTER_TOP = 532

/** Indent of the user's name in a footer with a helmet. */
const NAME_INDENT = 96

/** Relative widths of the sector lines, alternating purple and green. */
const SECTORS = [5, 3, 2, 4, 6, 2]
const GAP = 9

const drawBrand = (context: SKRSContext2D): void => {
  const bars = ['#4a4a55', '#8b8b97', INK.purple] as const
  context.save()
  context.transform(1, 0, -Math.tan((18 * Math.PI) / 180), 1, 0, 0)
  for (const [index, colour] of bars.entries()) {
    context.fillStyle = colour
    context.fillRect(MARGIN + 24 + index * 15, 33, 9, 34)
  }
  context.restore()
  const face = { ...FACE.name, size: 28, weight: 760, width: 122, tracking: 0.4 }
  write(context, face, 'PURPLE SECTOR', { x: MARGIN + 66, y: 60 })
}

const drawSectors = (context: SKRSContext2D): void => {
  const unit = (IMAGE_WIDTH + 2 * GAP - GAP * (SECTORS.length - 1)) / SECTORS.reduce((sum, width) => sum + width, 0)
  let x = -GAP
  for (const [index, width] of SECTORS.entries()) {
    drawShearedBar(
      context,
      { x, y: HEADER_HEIGHT, width: width * unit, height: EDGE },
      index % 2 === 0 ? INK.purple : INK.green,
    )
    x += width * unit + GAP
  }
}

/** Draws background, header with the weekend or the season, sector lines, and footer with user and host. */
export const drawFrame = (context: SKRSContext2D, figures: Figures, host: string): void => {
  const { fan, avatar } = figures
  fillBox(context, { x: 0, y: 0, width: IMAGE_WIDTH, height: IMAGE_HEIGHT }, INK.bg)
  fillBox(context, { x: 0, y: 0, width: IMAGE_WIDTH, height: TOP }, INK.mast)
  drawBrand(context)
  const right = IMAGE_WIDTH - MARGIN
  const title = imageName(occasionOf(figures), figures.type === 'season_position' ? 'Season' : 'Race weekend')
  write(context, FACE.text, title, { x: right, y: 60, colour: INK.ink2, align: 'right', within: 640 })
  drawSectors(context)
  fillBox(context, { x: 0, y: FOOTER_TOP, width: IMAGE_WIDTH, height: IMAGE_HEIGHT - FOOTER_TOP }, INK.panel)
  fillBox(context, { x: 0, y: FOOTER_TOP, width: IMAGE_WIDTH, height: 1 }, INK.line)
  const x = avatar ? MARGIN + NAME_INDENT : MARGIN
  write(context, FACE.name, imageName(fan, 'A racing fan'), { x, y: 593, within: 560 })
  write(context, FACE.small, host, { x: right, y: 592, colour: INK.ink3, align: 'right', within: 400 })
}
