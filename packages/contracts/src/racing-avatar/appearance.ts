import { HELMETS } from './helmets.ts'
import { PATTERNS } from './patterns.ts'
import { SUITS } from './suits.ts'
import { VISORS } from './visors.ts'

const namesOf = <Parts extends object>(parts: Parts) => Object.keys(parts) as (keyof Parts & string)[]

export const HELMET_NAMES = namesOf(HELMETS)
export const PATTERN_NAMES = namesOf(PATTERNS)
export const SUIT_NAMES = namesOf(SUITS)
export const VISOR_NAMES = namesOf(VISORS)

/** #rrggbb, in lower case. */
export type Colour = `#${string}`

/** The parts of an avatar, each a name or a colour that the drawing supports. */
export type AvatarAppearance = {
  helmet: keyof typeof HELMETS
  helmetColor: Colour
  visor: keyof typeof VISORS
  suit: keyof typeof SUITS
  suitColor: Colour
  primaryColor: Colour
  secondaryColor: Colour
  pattern: keyof typeof PATTERNS
  /** One to three characters. */
  number: string
}

/** An avatar as stored, unvalidated: it may be old or contain unsupported values. */
export type StoredAvatar = { readonly [Field in keyof AvatarAppearance]?: string | undefined }

export const DEFAULT_APPEARANCE: AvatarAppearance = {
  helmet: 'modern',
  helmetColor: '#b850ff',
  visor: 'tinted',
  suit: 'racing',
  suitColor: '#15151a',
  primaryColor: '#f4f4f7',
  secondaryColor: '#ffd326',
  pattern: 'solid',
  number: '1',
}

/** The ten swatches by name. */
export const COLOURS = {
  White: '#f4f4f7',
  Black: '#15151a',
  Purple: '#b850ff',
  Blue: '#1e66ff',
  Red: '#d9202b',
  Green: '#01a65a',
  Yellow: '#ffd326',
  Orange: '#ff7a1a',
  Teal: '#19b7c9',
  Grey: '#8b8b97',
} as const satisfies Record<string, Colour>

const BY_NAME: ReadonlyMap<string, Colour> = new Map<string, Colour>(
  Object.entries(COLOURS).map(([name, colour]) => [name.toLowerCase(), colour]),
)

/** Parses a colour: `#rgb`, `#rrggbb` or a swatch name; otherwise null, so that only hexadecimal digits are drawn. */
export const readColour = (text: string | undefined): Colour | null => {
  const written = text?.trim().toLowerCase() ?? ''
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/.exec(written) ?? []
  if (long !== undefined) return `#${long}`
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`
  return BY_NAME.get(written) ?? null
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined, otherwise: Name): Name =>
  names.find((name) => name === text) ?? otherwise

const readNumber = (text: string | undefined): string => {
  const number = text?.trim() ?? ''
  return number !== '' && [...number].length <= 3 ? number : DEFAULT_APPEARANCE.number
}

/** Returns the appearance of a stored avatar; unsupported values get the default of their field. */
export const avatarAppearance = (stored: StoredAvatar): AvatarAppearance => ({
  helmet: oneOf(HELMET_NAMES, stored.helmet, DEFAULT_APPEARANCE.helmet),
  helmetColor: readColour(stored.helmetColor) ?? DEFAULT_APPEARANCE.helmetColor,
  visor: oneOf(VISOR_NAMES, stored.visor, DEFAULT_APPEARANCE.visor),
  suit: oneOf(SUIT_NAMES, stored.suit, DEFAULT_APPEARANCE.suit),
  suitColor: readColour(stored.suitColor) ?? DEFAULT_APPEARANCE.suitColor,
  primaryColor: readColour(stored.primaryColor) ?? DEFAULT_APPEARANCE.primaryColor,
  secondaryColor: readColour(stored.secondaryColor) ?? DEFAULT_APPEARANCE.secondaryColor,
  pattern: oneOf(PATTERN_NAMES, stored.pattern, DEFAULT_APPEARANCE.pattern),
  number: readNumber(stored.number),
})
