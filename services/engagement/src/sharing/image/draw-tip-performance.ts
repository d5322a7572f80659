import type { SKRSContext2D } from '@napi-rs/canvas'
import type { FiguresOf } from '../figures.ts'
import { formatNumber } from '../format-numbers.ts'
import { MARGIN } from './draw-frame.ts'
import { COLUMN, drawColumn } from './figure-parts.ts'
import { type Colour, FACE, fillBox, INK, write, writeFitting, writeLabel } from './paint.ts'

type Performance = FiguresOf<'tip_performance'>

const STATS = 3
const STAT = (COLUMN - MARGIN) / STATS

const drawStat = (context: SKRSContext2D, index: number, words: string, figure: string, colour: Colour): void => {
  const x = MARGIN + index * STAT
  writeLabel(context, words, { x, y: 176, within: STAT - 12 })
  const faces = [{ ...FACE.figure, size: 92 }, { ...FACE.figure, size: 76 }, FACE.medium] as const
  writeFitting(context, faces, figure, { x: x - 2, y: 276, colour, within: STAT - 14 })
}

const BASE = 480
const TALLEST = 76

/** Draws a bar with the points of each recent tip, scaled to the best. */
const drawForm = (context: SKRSContext2D, form: readonly number[]): void => {
  const best = Math.max(...form, 1)
  for (const [index, points] of form.entries()) {
    const x = MARGIN + 190 + index * 104
    const height = Math.max(4, Math.round((points / best) * TALLEST))
    fillBox(context, { x, y: BASE - 34 - height, width: 56, height }, points > 0 ? INK.green : INK.line2)
    const colour = points > 0 ? INK.greenInk : INK.ink3
    write(context, { ...FACE.name, size: 28 }, formatNumber(points), { x: x + 28, y: BASE, colour, align: 'center' })
  }
}

/** Draws winners, podium picks, success rate, recent form and points. */
export const drawTipPerformance = (context: SKRSContext2D, figures: Performance): void => {
  const { points, winners, podiums, successRate, recentForm } = figures
  drawStat(context, 0, 'Winners', formatNumber(winners), winners > 0 ? INK.purpleInk : INK.ink3)
  drawStat(context, 1, 'Podium picks', formatNumber(podiums), INK.ink)
  drawStat(context, 2, 'Success rate', `${successRate}%`, INK.ink)
  fillBox(context, { x: 0, y: 322, width: COLUMN, height: 1 }, INK.line)
  writeLabel(context, 'Recent form', { x: MARGIN, y: 372 })
  drawForm(context, recentForm)
  drawColumn(context, 'Total points', formatNumber(points), INK.ink)
}
