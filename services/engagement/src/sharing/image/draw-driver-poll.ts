import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatCount } from '../format-numbers.ts'
import { imageName } from '../shareable-names.ts'
import { MARGIN } from './draw-frame.ts'
import { drawTag } from './figure-parts.ts'
import { IMAGE_WIDTH } from './image-size.ts'
import { drawShearedBar, FACE, fillBox, INK, write, writeLabel } from './paint.ts'

const ROW = 116
const FIRST_ROW = 184
const RIGHT = IMAGE_WIDTH - MARGIN
const BAR = RIGHT - MARGIN - 76

type Leader = FiguresOf<'driver_poll'>['leaders'][number]

const drawRow = (context: SKRSContext2D, leader: Leader, index: number): void => {
  const { driver, category, percentage, isVote, rank = index + 1 } = leader
  const y = FIRST_ROW + index * ROW
  if (isVote) {
    fillBox(context, { x: 0, y, width: IMAGE_WIDTH, height: ROW }, INK.panel)
    fillBox(context, { x: 0, y, width: 6, height: ROW }, INK.ink)
    drawTag(context, 'MY VOTE', { right: RIGHT - 190, y: y + 24 })
  }
  fillBox(context, { x: 0, y, width: IMAGE_WIDTH, height: 1 }, INK.line)
  const isFirst = rank === 1
  const colour = isFirst ? INK.purpleInk : INK.ink
  write(context, { ...FACE.medium, size: 44 }, String(rank), { x: MARGIN, y: y + 58, colour: INK.ink3 })
  const within = isVote ? 560 : 780
  const textWidth = write(context, FACE.name, imageName(driver, 'A driver'), { x: MARGIN + 64, y: y + 52, within })
  const remainingWidth = within - textWidth - 16
  if (remainingWidth > 120)
    write(context, FACE.small, imageName(category, ''), {
      x: MARGIN + 64 + textWidth + 16,
      y: y + 51,
      colour: INK.ink3,
      within: remainingWidth,
    })
  write(context, { ...FACE.medium, size: 48 }, `${percentage}%`, {
    x: RIGHT,
    y: y + 56,
    colour,
    align: 'right',
  })
  const bar = { x: MARGIN + 64, y: y + 78, height: 14 }
  drawShearedBar(context, { ...bar, width: BAR }, INK.line)
  const otherColour = isVote ? INK.ink : INK.line2
  drawShearedBar(context, { ...bar, width: Math.max(8, (BAR * percentage) / 100) }, isFirst ? INK.purple : otherColour)
}

/** Draws the leading drivers of the poll and the user's vote. */
export const drawDriverPoll = (
  context: SKRSContext2D,
  { leaders, totalVotes, vote }: FiguresOf<'driver_poll'>,
): void => {
  const labelWidth = writeLabel(context, 'Driver poll', { x: MARGIN, y: 156 })
  const style = { y: 156, colour: INK.ink2 }
  write(context, FACE.small, formatCount(totalVotes, 'vote'), { x: MARGIN + labelWidth + 24, ...style })
  if (vote !== null && !leaders.some(({ isVote }) => isVote))
    write(context, FACE.small, `My vote: ${imageName(vote, 'another driver')}`, {
      x: RIGHT,
      align: 'right',
      within: 560,
      ...style,
    })
  for (const [index, leader] of leaders.entries()) drawRow(context, leader, index)
}
