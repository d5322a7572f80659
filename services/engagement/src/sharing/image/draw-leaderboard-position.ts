import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatCount, formatNumber } from '../format-numbers.ts'
import { MARGIN } from './draw-frame.ts'
import { drawColumn, drawMove } from './figure-parts.ts'
import { FACE, INK, write, writeFitting, writeLabel } from './paint.ts'

/** Draws the position as large as it fits, and the points. */
export const drawLeaderboardPosition = (
  context: SKRSContext2D,
  { position, isShared, participants, points, change }: FiguresOf<'leaderboard_position'>,
): void => {
  writeLabel(context, 'Leaderboard position', { x: MARGIN, y: 176 })
  const colour = position === 1 ? INK.purpleInk : INK.ink
  const sign = isShared ? write(context, FACE.figure, '=', { x: MARGIN, y: 396, colour: INK.ink3 }) + 12 : 0
  const faces = [FACE.huge, { ...FACE.huge, size: 190 }, { ...FACE.huge, size: 140 }] as const
  const x = MARGIN + sign
  writeFitting(context, faces, formatNumber(position), { x: x - 6, y: 410, colour, within: 660 - sign })
  const participantsText = `of ${formatCount(participants, 'fan')}`
  const textWidth = write(context, FACE.text, participantsText, { x: MARGIN, y: 480, colour: INK.ink2 })
  drawMove(context, change, { x: MARGIN + textWidth + 28, y: 480 })
  drawColumn(context, 'Total points', formatNumber(points), points > 0 && position === 1 ? INK.purpleInk : INK.ink)
}
