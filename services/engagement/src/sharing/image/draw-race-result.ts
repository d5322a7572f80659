import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatNumber } from '../format-numbers.ts'
import { imageName } from '../shareable-names.ts'
import { MARGIN } from './draw-frame.ts'
import { COLUMN, drawColumn, drawPlace, drawPlate, drawTag } from './figure-parts.ts'
import { IMAGE_WIDTH } from './image-size.ts'
import { FACE, fillBox, INK, write, writeFitting, writeLabel } from './paint.ts'

const ROW = 98
const FIRST_ROW = 236

type Podium = FiguresOf<'race_result'>['podium']

const drawRow = (context: SKRSContext2D, { plate, driver, team, isTip }: Podium[number], index: number): void => {
  const y = FIRST_ROW + index * ROW
  const right = COLUMN - 32
  if (isTip) {
    fillBox(context, { x: 0, y, width: COLUMN, height: ROW }, INK.panel)
    fillBox(context, { x: 0, y, width: 6, height: ROW }, INK.ink)
    drawTag(context, 'MY TIP', { right, y: y + 31 })
  }
  fillBox(context, { x: 0, y, width: COLUMN, height: 1 }, INK.line)
  drawPlace(context, index + 1, { x: MARGIN - 8, y: y + 24 })
  drawPlate(context, plate, { x: MARGIN + 62, y: y + 21 })
  const within = right - MARGIN - 160 - (isTip ? 150 : 0)
  write(context, FACE.name, imageName(driver, `Car ${plate}`), { x: MARGIN + 160, y: y + 46, within })
  write(context, FACE.small, imageName(team, ''), { x: MARGIN + 160, y: y + 78, colour: INK.ink2, within })
}

/** Draws the podium of a race and the points of the user's tip. */
export const drawRaceResult = (
  context: SKRSContext2D,
  { race, podium, tip, points }: FiguresOf<'race_result'>,
): void => {
  writeLabel(context, imageName(race.category, 'Race result'), { x: MARGIN, y: 156, within: COLUMN - MARGIN - 32 })
  const title = { x: MARGIN, y: 210, within: COLUMN - MARGIN - 32 }
  writeFitting(context, [FACE.title, { ...FACE.title, size: 38 }], imageName(race.name, 'Race'), title)
  for (const [index, car] of podium.entries()) drawRow(context, car, index)
  if (tip === null) {
    drawColumn(context, 'No tip', '–', INK.ink3)
    return
  }
  const isWinner = podium[0]?.isTip ?? false
  drawColumn(
    context,
    'Earned',
    points > 0 ? `+${formatNumber(points)}` : '0',
    isWinner ? INK.purpleInk : points > 0 ? INK.greenInk : INK.ink3,
  )
  if (podium.some(({ isTip }) => isTip)) return
  writeLabel(context, 'My tip', { x: COLUMN + 48, y: 392 })
  drawPlate(context, tip.plate, { x: COLUMN + 48, y: 414 })
  write(context, FACE.text, imageName(tip.driver, `Car ${tip.plate}`), {
    x: COLUMN + 140,
    y: 452,
    within: IMAGE_WIDTH - COLUMN - 180,
  })
}
