import type { ReportedFan, WeekendReport } from '../weekend-report.ts'
import type { Canvas } from './canvas.ts'
import { count, counted } from './format-figures.ts'
import { LABEL, startPage } from './page-elements.ts'
import { CONTENT, columns, INK, PAGE } from './page-grid.ts'

const MEDALS = [INK.gold, INK.silver, INK.bronze] as const
/** Heights of the blocks of first, second and third, and the order in which they are drawn. */
const HEIGHTS = [92, 74, 62] as const
const ORDER = [1, 0, 2] as const
/** Printed for a name that the fonts cannot draw. */
const UNPRINTABLE_NAME = 'Fan (name in another script)'

/** Formats a position: `=6` if it is shared, a dash before the first result. */
export const positionOf = ({ position, isShared }: Pick<ReportedFan, 'position' | 'isShared'>): string =>
  position === null ? '–' : `${isShared ? '=' : ''}${position}`

/** Returns the podium rank of a racer; racers who share a position have the same rank. */
const rankOf = ({ position }: ReportedFan, index: number): 0 | 1 | 2 =>
  ([0, 1, 2] as const).find((rank) => rank === Math.min((position ?? index + 1) - 1, 2)) ?? 2

/**
 * Returns the racers of the podium.
 * None without points, or if more racers share a place than it has blocks: the alphabet would decide who is on it.
 */
export const podiumOf = (top: readonly ReportedFan[]): readonly ReportedFan[] => {
  const [leader, , third, fourth] = top
  if (!leader || leader.points === 0) return []
  return third && fourth && third.position !== null && third.position === fourth.position ? [] : top.slice(0, 3)
}

/** Draws three blocks, the first in the middle, with height and metal by position; returns their bottom. */
const drawPodium = (canvas: Canvas, top: readonly ReportedFan[], y: number): number => {
  const height = 136
  const floor = y + height
  const width = CONTENT / 3
  ORDER.forEach((place, index) => {
    const fan = top[place]
    if (!fan) return
    const rank = rankOf(fan, place)
    const medal = MEDALS[rank]
    const block = HEIGHTS[rank]
    const x = PAGE.margin + index * width
    const middle = x + width / 2
    const surface = floor - block
    canvas.box({ x: x + 0.5, y: surface, width: width - 1, height: block }, INK.raised)
    canvas.box({ x: x + 0.5, y: surface, width: width - 1, height: 2 }, medal)
    const textStyle = { style: 'figure', size: 40, colour: medal, align: 'centre', tracking: -0.02 } as const
    canvas.text(positionOf(fan), { x: middle, y: surface + 44 }, textStyle)
    const name = { style: 'title', size: 12, colour: INK.ink, align: 'centre', tracking: -0.005 } as const
    canvas.line(canvas.name(fan.name, UNPRINTABLE_NAME), { x: middle, y: surface - 26, width: width - 20 }, name)
    const points = {
      style: 'data',
      size: 10,
      colour: rank === 0 ? INK.purpleInk : INK.second,
      align: 'centre',
    } as const
    canvas.text(counted(fan.points, 'pt'), { x: middle, y: surface - 11 }, points)
  })
  canvas.rule({ x: PAGE.margin, y: floor, width: CONTENT }, INK.strong)
  return floor
}

const ROW = 30
/** Right edges of the columns of figures. */
const EDGE = {
  first: columns(6, 1).x + 10,
  second: columns(7, 1).x + 4,
  third: columns(8, 1).x - 2,
  tips: columns(9, 1).x + 8,
  gap: columns(10, 1).x + 20,
  points: PAGE.width - PAGE.margin - 10,
}

const drawHead = (canvas: Canvas, y: number): void => {
  const left = { ...LABEL, colour: INK.third } as const
  const right = { ...left, align: 'right' } as const
  canvas.box({ x: PAGE.margin, y, width: CONTENT, height: 22 }, INK.raised)
  const base = y + 14
  canvas.text('POS', { x: PAGE.margin + 10, y: base }, left)
  canvas.text('RACER', { x: PAGE.margin + 46, y: base }, left)
  canvas.text('1ST', { x: EDGE.first, y: base }, right)
  canvas.text('2ND', { x: EDGE.second, y: base }, right)
  canvas.text('3RD', { x: EDGE.third, y: base }, right)
  canvas.text('TIPS', { x: EDGE.tips, y: base }, right)
  canvas.text('GAP', { x: EDGE.gap, y: base }, right)
  canvas.text('POINTS', { x: EDGE.points, y: base }, right)
}

const drawRow = (canvas: Canvas, fan: ReportedFan, leader: ReportedFan, y: number): void => {
  const isLeader = fan.position === 1 && fan.points > 0
  if (isLeader) {
    canvas.box({ x: PAGE.margin, y, width: CONTENT, height: ROW }, INK.purpleWash)
    canvas.box({ x: PAGE.margin, y, width: 3, height: ROW }, INK.purple)
  }
  canvas.rule({ x: PAGE.margin, y: y + ROW, width: CONTENT }, INK.line)
  const base = y + 19
  const { position, points, tips, picks } = fan
  const medal = position === null || fan.points === 0 ? undefined : MEDALS[position - 1]
  const data = { style: 'data', size: 10, colour: INK.second, align: 'right' } as const
  canvas.text(
    positionOf(fan),
    { x: PAGE.margin + 10, y: base },
    { style: 'figure', size: 12, colour: medal ?? INK.ink },
  )
  canvas.line(
    canvas.name(fan.name, UNPRINTABLE_NAME),
    { x: PAGE.margin + 46, y: base, width: EDGE.first - PAGE.margin - 76 },
    {
      style: 'strong',
      size: 10.5,
      colour: INK.ink,
    },
  )
  canvas.text(String(picks.first), { x: EDGE.first, y: base }, data)
  canvas.text(String(picks.second), { x: EDGE.second, y: base }, data)
  canvas.text(String(picks.third), { x: EDGE.third, y: base }, data)
  canvas.text(String(tips), { x: EDGE.tips, y: base }, data)
  const behind = leader.points - points
  canvas.text(behind === 0 ? '–' : `−${count(behind)}`, { x: EDGE.gap, y: base }, data)
  canvas.text(
    count(points),
    { x: EDGE.points, y: base },
    {
      style: 'figure',
      size: 13,
      colour: isLeader ? INK.purpleInk : INK.ink,
      align: 'right',
    },
  )
}

/** Draws the podium and the first ten of the open competition. */
export const drawLeaderboard = (canvas: Canvas, { weekend, top, participants }: WeekendReport): void => {
  const start = startPage(canvas, weekend.name, 'Leaderboard', 'The open competition as it stands.')
  canvas.bookmark('Leaderboard')
  const [leader] = top
  if (!leader) {
    const textStyle = { style: 'text', size: 10, colour: INK.second } as const
    canvas.text('No one has tipped this weekend.', { x: PAGE.margin, y: start + 14 }, textStyle)
    return
  }
  const podium = podiumOf(top)
  let y = podium.length > 0 ? drawPodium(canvas, podium, start + 8) + 30 : start
  drawHead(canvas, y)
  y += 22
  for (const fan of top) {
    drawRow(canvas, fan, leader, y)
    y += ROW
  }
  const words = leader.points > 0 ? '' : ' No session has been scored yet.'
  const caption = `${top.length < participants ? `Top ${top.length} of ${counted(participants, 'fan')}.` : `${counted(participants, 'fan')}.`}${words}`
  canvas.text(caption, { x: PAGE.margin, y: y + 20 }, { style: 'text', size: 9, colour: INK.third })
}
