import type { AvatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'
import { avatarParts, type Layer } from '@purple-sector/contracts/racing-avatar/avatar-parts'
import type { Shape } from '@purple-sector/contracts/racing-avatar/shape'

/** Part of the avatar's view box that shows the helmet. */
export const HELMET_BOX = { x: 22, y: 2, width: 276, height: 246 } as const
/** Keeps black helmets visible on the dark background. */
const RIM = '#5b5b68'

type Attributes = Record<string, string | number | undefined>

const element = (name: string, attributes: Attributes, inside = ''): string => {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${value}"`],
  )
  return `<${name}${pairs.join('')}>${inside}</${name}>`
}

const path = ({ d, ink, opacity, width, cap, transform }: Shape, fill: string = ink): string =>
  element(
    'path',
    width === undefined
      ? { d, fill, opacity, transform }
      : { d, fill: 'none', stroke: ink, 'stroke-width': width, 'stroke-linecap': cap, opacity, transform },
  )

const shapeOf = (shape: Shape, id: string): string => {
  if (!shape.tile) return path(shape)
  const { size, transform, shapes } = shape.tile
  const tile = { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: transform }
  return element('pattern', tile, shapes.map((part) => path(part)).join('')) + path(shape, `url(#${id})`)
}

const layerOf = ({ clip, shapes }: Layer, index: number): string => {
  const drawn = shapes.map((shape, place) => shapeOf(shape, `t${index}-${place}`)).join('')
  if (clip === null) return drawn
  const id = `c${index}`
  return element('clipPath', { id }, element('path', { d: clip })) + element('g', { 'clip-path': `url(#${id})` }, drawn)
}

/** Renders the helmet of a racing avatar as an SVG; all colours come from the validated appearance. */
export const helmetSvg = (appearance: AvatarAppearance): string => {
  const { helmet, shell } = avatarParts(appearance)
  const rim = element('path', { d: shell, fill: 'none', stroke: RIM, 'stroke-width': 2.5 })
  const { x, y, width, height } = HELMET_BOX
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${x} ${y} ${width} ${height}`, width, height }
  return element('svg', frame, helmet.map(layerOf).join('') + rim)
}
