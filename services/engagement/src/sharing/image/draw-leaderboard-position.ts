import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatCount, formatNumber } from '../format-numbers.ts'
import { MARGIN } from './draw-frame.ts'
import { COLUMN, drawColumn, drawMove } from './figure-parts.ts'
import { FACE, INK, write, writeFitting, writeLabel } from './paint.ts'

type Position = Pick<FiguresOf<'leaderboard_position'>, 'position' | 'isShared' | 'participants' | 'points' | 'change'>

/** Draws the position as large as it fits, and the points. */
const drawPosition = (
  context: SKRSContext2D,
  { position, isShared, participants, points, change }: Position,
  labels: { position: string; points: string },
): void => {
  writeLabel(context, labels.position, { x: MARGIN, y: 176 })
  const colour = position === 1 ? INK.purpleInk : INK.ink
  const sign = isShared ? write(context, FACE.figure, '=', { x: MARGIN, y: 396, colour: INK.ink3 }) + 12 : 0
  const faces = [FACE.huge, { ...FACE.huge, size: 190 }, { ...FACE.huge, size: 140 }] as const
  const x = MARGIN + sign
  writeFitting(context, faces, formatNumber(position), { x: x - 6, y: 410, colour, within: 660 - sign })
  const participantsText = `of ${formatCount(participants, 'fan')}`
  const textWidth = write(context, FACE.text, participantsText, { x: MARGIN, y: 480, colour: INK.ink2 })
  drawMove(context, change, { x: MARGIN + textWidth + 28, y: 480 })
  drawColumn(context, labels.points, formatNumber(points), points > 0 && position === 1 ? INK.purpleInk : INK.ink)
}

/** Draws the position on a weekend's leaderboard. */
export const drawLeaderboardPosition = (context: SKRSContext2D, figures: FiguresOf<'leaderboard_position'>): void =>
  drawPosition(context, figures, { position: 'Leaderboard position', points: 'Total points' })

/** Draws the position on a season's leaderboard, and how much of the season it is of. */
export const drawSeasonPosition = (context: SKRSContext2D, figures: FiguresOf<'season_position'>): void => {
  drawPosition(context, figures, { position: 'Season position', points: 'Season points' })
  const { playedRounds, rounds } = figures
  writeLabel(context, 'Rounds', { x: COLUMN + 48, y: 392 })
  const played = `${formatNumber(playedRounds)} of ${formatNumber(rounds)}`
  write(context, FACE.name, played, { x: COLUMN + 48, y: 440, colour: INK.ink2 })
}
