import { loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { AvatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'
import { MARGIN } from './draw-frame.ts'
import { HELMET_BOX, helmetSvg } from './helmet-svg.ts'

const WIDTH = 88
const HEIGHT = (WIDTH * HELMET_BOX.height) / HELMET_BOX.width

/** Draws the user's helmet in front of their name. */
export const drawHelmet = async (context: SKRSContext2D, avatar: AvatarAppearance): Promise<void> => {
  const helmet = await loadImage(Buffer.from(helmetSvg(avatar)))
  context.drawImage(helmet, MARGIN - 6, 582 - HEIGHT / 2, WIDTH, HEIGHT)
}
