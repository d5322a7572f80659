import {
  COLOURS,
  HELMET_NAMES,
  PATTERN_NAMES,
  SUIT_NAMES,
  VISOR_NAMES,
} from '@purple-sector/contracts/racing-avatar/appearance'
import type { AvatarDraft } from './avatar-draft.ts'
import { CUSTOM_TEAM } from './presets.ts'

/** Returns a number in [0, 1). */
export type Random = () => number

const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

/** Returns a random avatar with a number from 1 to 999; adjacent colours differ. */
export const randomAvatar = (random: Random): AvatarDraft => {
  const colours = Object.values(COLOURS)
  const helmetColor = pick(colours, random)
  const primaryColor = pick(
    colours.filter((colour) => colour !== helmetColor),
    random,
  )
  const otherColours = colours.filter((colour) => colour !== helmetColor && colour !== primaryColor)
  return {
    helmet: pick(HELMET_NAMES, random),
    helmetColor,
    visor: pick(VISOR_NAMES, random),
    suit: pick(SUIT_NAMES, random),
    suitColor: pick(
      colours.filter((colour) => colour !== primaryColor),
      random,
    ),
    primaryColor,
    secondaryColor: pick(otherColours, random),
    pattern: pick(PATTERN_NAMES, random),
    number: String(1 + Math.floor(random() * 999)),
    team: CUSTOM_TEAM,
  }
}
