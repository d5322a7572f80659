import type { SKRSContext2D } from '@napi-rs/canvas'
import { formatNumber } from '../format-numbers.ts'
import { FOOTER_TOP, MARGIN, TOP } from './draw-frame.ts'
import { IMAGE_WIDTH } from './image-size.ts'
import { type Colour, FACE, fillBox, INK, traceRoundedBox, write, writeFitting, writeLabel } from './paint.ts'

/** Left edge of the right column. */
export const COLUMN = 800

/** Draws the right column with one figure. */
export const drawColumn = (context: SKRSContext2D, title: string, figure: string, colour: Colour): void => {
  fillBox(context, { x: COLUMN, y: TOP, width: 1, height: FOOTER_TOP - TOP }, INK.line)
  writeLabel(context, title, { x: COLUMN + 48, y: 176 })
  const within = IMAGE_WIDTH - COLUMN - 48 - MARGIN
  const faces = [{ ...FACE.figure, size: 130 }, FACE.figure, { ...FACE.figure, size: 80 }] as const
  writeFitting(context, faces, figure, { x: COLUMN + 44, y: 300, colour, within })
}

/** Draws a triangle and the number of places: green for gained, yellow for lost. */
export const drawMove = (context: SKRSContext2D, change: number, { x, y }: { x: number; y: number }): void => {
  if (change === 0) return
  const colour = change > 0 ? INK.greenInk : INK.yellow
  const [base, tip] = change > 0 ? [y - 2, y - 20] : [y - 20, y - 2]
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x, base)
  context.lineTo(x + 22, base)
  context.lineTo(x + 11, tip)
  context.fill()
  write(context, FACE.name, formatNumber(Math.abs(change)), { x: x + 32, y, colour })
}

/** Draws the door plate of a car. */
export const drawPlate = (context: SKRSContext2D, plate: string, { x, y }: { x: number; y: number }): void => {
  context.fillStyle = INK.ink
  traceRoundedBox(context, { x, y, width: 76, height: 56 }, 5)
  context.fill()
  write(context, FACE.plate, plate, { x: x + 38, y: y + 40, colour: INK.bg, align: 'center', within: 70 })
}

const MEDALS = [INK.gold, INK.silver, INK.bronze] as const

/** Draws a place in a ring of its medal colour. */
export const drawPlace = (context: SKRSContext2D, place: number, { x, y }: { x: number; y: number }): void => {
  const colour = MEDALS[place - 1] ?? INK.ink3
  context.strokeStyle = colour
  context.lineWidth = 3
  context.beginPath()
  context.arc(x + 25, y + 25, 23.5, 0, 2 * Math.PI)
  context.stroke()
  write(context, { ...FACE.plate, size: 28 }, String(place), { x: x + 25, y: y + 35, colour, align: 'center' })
}

/** Draws a badge that marks the user's own pick. */
export const drawTag = (context: SKRSContext2D, words: string, { right, y }: { right: number; y: number }): void => {
  const face = { ...FACE.label, size: 19 }
  const textWidth = write(context, face, words, { x: right - 14, y: y + 25, align: 'right', colour: INK.ink })
  context.strokeStyle = INK.ink
  context.lineWidth = 2
  traceRoundedBox(context, { x: right - textWidth - 28, y: y + 1, width: textWidth + 28, height: 34 }, 3)
  context.stroke()
}
