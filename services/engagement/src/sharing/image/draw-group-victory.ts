import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatCount, formatNumber } from '../format-numbers.ts'
import { imageName } from '../shareable-names.ts'
import { COLUMN, drawColumn } from './figure-parts.ts'
import { MARGIN } from './frame.ts'
import { FACE, INK, label, write, writeFitting } from './paint.ts'

/** Draws the group's name, the fan's lead and the number of members. */
export const drawGroupVictory = (
  context: SKRSContext2D,
  { group, isShared, members, points }: FiguresOf<'group_victory'>,
): void => {
  label(context, isShared ? 'Shared lead of the group' : 'Leader of the group', { x: MARGIN, y: 176 })
  const within = COLUMN - MARGIN - 40
  const faces = [{ ...FACE.title, size: 64 }, FACE.title, { ...FACE.title, size: 40 }] as const
  writeFitting(context, faces, imageName(group.name, 'My group'), { x: MARGIN, y: 254, within })
  const sign = isShared ? write(context, FACE.figure, '=', { x: MARGIN, y: 440, colour: INK.ink3 }) + 12 : 0
  const one = { ...FACE.huge, size: 190 }
  const wide = write(context, one, '1', { x: MARGIN + sign - 4, y: 450, colour: INK.purpleInk })
  const beside = { x: MARGIN + sign + wide + 28, y: 450, colour: INK.ink2 }
  write(context, FACE.text, `of ${formatCount(members, 'member')}`, beside)
  drawColumn(context, 'Points', formatNumber(points), INK.purpleInk)
}
