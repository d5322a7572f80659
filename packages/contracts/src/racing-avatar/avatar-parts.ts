import type { AvatarAppearance, Colour } from './appearance.ts'
import { HELMETS, type Helmet, SHADES } from './helmets.ts'
import { PATTERNS } from './patterns.ts'
import type { Ink, Shape } from './shape.ts'
import { BUST, FOLDS, NECK, SUITS } from './suits.ts'
import { FACE, OPEN_FACE, VISORS, type Visor } from './visors.ts'

/** Shapes in paint order, clipped by an outline if there is one. */
export type Layer = { clip: string | null; shapes: readonly Shape[] }

export type AvatarParts = {
  /** From bottom to top. */
  helmet: readonly Layer[]
  bust: readonly Layer[]
  /** Outlines of helmet (`shell`) and bust (`cloth`), drawn as hairlines. */
  shell: string
  cloth: string
  number: string
}

const inkOf = (ink: Ink, look: AvatarAppearance): Colour => {
  switch (ink) {
    case 'helmet':
      return look.helmetColor
    case 'suit':
      return look.suitColor
    case 'primary':
      return look.primaryColor
    case 'secondary':
      return look.secondaryColor
    default:
      return ink
  }
}

const inked = (shapes: readonly Shape[], look: AvatarAppearance, isSmall: boolean): Shape[] =>
  shapes
    .filter(({ isFine }) => !(isSmall && isFine))
    .map(({ tile, ...shape }) => ({
      ...shape,
      ink: inkOf(shape.ink, look),
      ...(tile && !(isSmall && tile.isFine) && { tile: { ...tile, shapes: inked(tile.shapes, look, isSmall) } }),
    }))

const visorLayers = (helmet: Helmet, visor: Visor): Layer[] => {
  const { port, glass, isOpen = false } = helmet
  const isClear = visor.edge !== null
  return [
    { clip: null, shapes: isOpen ? [] : [{ d: port, ink: '#0b0b0e' }] },
    { clip: port, shapes: isClear ? (isOpen ? OPEN_FACE : FACE) : [] },
    { clip: null, shapes: [{ d: glass, ...visor.glass }, ...(visor.edge ? [{ d: glass, ...visor.edge }] : [])] },
    { clip: glass, shapes: visor.tones },
  ]
}

/** Returns the layers of an avatar with resolved colours. A small one omits details that would be invisible. */
export const avatarParts = (look: AvatarAppearance, { isSmall = false } = {}): AvatarParts => {
  const helmet: Helmet = HELMETS[look.helmet]
  const inkedLayers = (layers: readonly Layer[]): Layer[] =>
    layers
      .map(({ clip, shapes }) => ({ clip, shapes: inked(shapes, look, isSmall) }))
      .filter(({ shapes }) => shapes.length > 0)
  return {
    helmet: inkedLayers([
      { clip: null, shapes: [...helmet.behind, { d: helmet.shell, ink: 'helmet' }] },
      { clip: helmet.shell, shapes: [...PATTERNS[look.pattern], ...SHADES] },
      ...visorLayers(helmet, VISORS[look.visor]),
      { clip: null, shapes: helmet.details },
    ]),
    bust: inkedLayers([
      { clip: null, shapes: [{ d: BUST, ink: 'suit' }] },
      { clip: BUST, shapes: [...SUITS[look.suit], ...FOLDS] },
      { clip: null, shapes: NECK },
    ]),
    shell: helmet.shell,
    cloth: BUST,
    number: look.number,
  }
}
