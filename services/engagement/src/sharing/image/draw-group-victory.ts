import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatCount, formatNumber } from '../format-numbers.ts'
import { imageName } from '../shareable-names.ts'
import { MARGIN } from './draw-frame.ts'
import { COLUMN, drawColumn } from './figure-parts.ts'
import { FACE, INK, write, writeFitting, writeLabel } from './paint.ts'

/** Draws the group's name, the user's lead and the number of members. */
export const drawGroupVictory = (
  context: SKRSContext2D,
  { group, isShared, members, points }: FiguresOf<'group_victory'>,
): void => {
  writeLabel(context, isShared ? 'Shared lead of the group' : 'Leader of the group', { x: MARGIN, y: 176 })
  const within = COLUMN - MARGIN - 40
  const faces = [{ ...FACE.title, size: 64 }, FACE.title, { ...FACE.title, size: 40 }] as const
  writeFitting(context, faces, imageName(group.name, 'My group'), { x: MARGIN, y: 254, within })
  const sign = isShared ? write(context, FACE.figure, '=', { x: MARGIN, y: 440, colour: INK.ink3 }) + 12 : 0
  const face = { ...FACE.huge, size: 190 }
  const textWidth = write(context, face, '1', { x: MARGIN + sign - 4, y: 450, colour: INK.purpleInk })
  const membersPosition = { x: MARGIN + sign + textWidth + 28, y: 450, colour: INK.ink2 }
  write(context, FACE.text, `of ${formatCount(members, 'member')}`, membersPosition)
  drawColumn(context, 'Points', formatNumber(points), INK.purpleInk)
}
