import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Figures } from '../figures.ts'
import { drawDriverPoll } from './draw-driver-poll.ts'
import { drawFrame } from './draw-frame.ts'
import { drawGroupVictory } from './draw-group-victory.ts'
import { drawHelmet } from './draw-helmet.ts'
import { drawLeaderboardPosition, drawSeasonPosition } from './draw-leaderboard-position.ts'
import { drawRaceResult } from './draw-race-result.ts'
import { drawTipPerformance } from './draw-tip-performance.ts'
import { registerFonts } from './fonts.ts'
import { IMAGE_HEIGHT, IMAGE_WIDTH } from './image-size.ts'

const drawFigures = (context: SKRSContext2D, figures: Figures): void => {
  if (figures.type === 'race_result') drawRaceResult(context, figures)
  else if (figures.type === 'tip_performance') drawTipPerformance(context, figures)
  else if (figures.type === 'leaderboard_position') drawLeaderboardPosition(context, figures)
  else if (figures.type === 'driver_poll') drawDriverPoll(context, figures)
  else if (figures.type === 'group_victory') drawGroupVictory(context, figures)
  else drawSeasonPosition(context, figures)
}

/**
 * Returns a renderer of share images as PNG; equal figures always render equal bytes.
 *
 * `host` is printed as the product's address. Drawing takes some milliseconds, encoding runs in Node's thread pool.
 */
export const shareImageRenderer = (host: string) => {
  registerFonts()
  return async (figures: Figures): Promise<Buffer> => {
    const canvas = createCanvas(IMAGE_WIDTH, IMAGE_HEIGHT)
    const context = canvas.getContext('2d')
    drawFrame(context, figures, host)
    drawFigures(context, figures)
    if (figures.avatar) await drawHelmet(context, figures.avatar)
    return canvas.encode('png')
  }
}
