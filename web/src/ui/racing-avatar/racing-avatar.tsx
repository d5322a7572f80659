import {
  type AvatarAppearance,
  avatarAppearance,
  type StoredAvatar,
} from '@purple-sector/contracts/racing-avatar/appearance'
import { type AvatarParts, avatarParts, type Layer } from '@purple-sector/contracts/racing-avatar/avatar-parts'
import type { Shape } from '@purple-sector/contracts/racing-avatar/shape'
import { memo, useId } from 'react'

/** View boxes in the one frame of 320 × 320: all of it, the helmet, or the suit without one. */
const CROPS = { bust: '0 0 320 320', helmet: '22 2 276 246', suit: '8 184 304 136' } as const

export type RacingAvatarProps = {
  config: StoredAvatar
  crop?: keyof typeof CROPS
  /** Below 96 px: a thicker hairline, and without details that would be invisible. */
  isSmall?: boolean
}

const Path = ({ shape: { d, ink, opacity, width, cap, transform }, fill = ink }: { shape: Shape; fill?: string }) =>
  width === undefined ? (
    <path d={d} fill={fill} opacity={opacity} transform={transform} />
  ) : (
    <path
      d={d}
      fill="none"
      stroke={ink}
      strokeWidth={width}
      strokeLinecap={cap}
      opacity={opacity}
      transform={transform}
    />
  )

const Tiled = ({ shape, id }: { shape: Shape & Required<Pick<Shape, 'tile'>>; id: string }) => {
  const { size, transform, shapes } = shape.tile
  return (
    <>
      <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform={transform}>
        {shapes.map((part) => (
          <Path key={part.d} shape={part} />
        ))}
      </pattern>
      <Path shape={shape} fill={`url(#${id})`} />
    </>
  )
}

const hasTile = (shape: Shape): shape is Shape & Required<Pick<Shape, 'tile'>> => shape.tile !== undefined

const Shapes = ({ shapes, id }: { shapes: readonly Shape[]; id: string }) =>
  shapes.map((shape) => {
    // Keyed by what is drawn: lightning is the same path twice.
    const key = `${shape.d}${shape.transform ?? ''}${shape.width ?? ''}`
    return hasTile(shape) ? (
      <Tiled key={key} shape={shape} id={`${id}-${shapes.indexOf(shape)}`} />
    ) : (
      <Path key={key} shape={shape} />
    )
  })

/** Ids must be unique per drawing: clipped by an id of a hidden drawing, this one would disappear. */
const Layers = ({ layers, id }: { layers: readonly Layer[]; id: string }) =>
  layers.map(({ clip, shapes }, index) => {
    const ownId = `${id}${index}`
    // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place in the drawing
    if (clip === null) return <Shapes key={index} shapes={shapes} id={ownId} />
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place in the drawing
      <g key={index} clipPath={`url(#${ownId})`}>
        <clipPath id={ownId}>
          <path d={clip} />
        </clipPath>
        <Shapes shapes={shapes} id={ownId} />
      </g>
    )
  })

/** Keeps black and white helmets visible on either ground. */
const Rim = ({ d, isSmall }: { d: string; isSmall: boolean }) => (
  <path d={d} fill="none" stroke="var(--ps-av-line)" strokeWidth={isSmall ? 9 : 2.5} />
)

type PartProps = { parts: AvatarParts; id: string; isSmall: boolean }

/** The door plate on the chest. */
const Plate = ({ number }: { number: string }) => (
  <g transform="translate(206 270) skewY(-3)">
    <rect width="46" height="32" rx="3" fill="#f4f4f7" stroke="#0b0b0e" strokeOpacity="0.5" />
    <text
      x="23"
      y="24.5"
      fill="#0b0b0e"
      fontFamily="var(--ps-font-display)"
      fontSize={number.length > 2 ? 19 : 23}
      fontStretch="92%"
      fontWeight={780}
      letterSpacing="-0.02em"
      textAnchor="middle"
    >
      {number}
    </text>
  </g>
)

const Bust = ({ parts, id, isSmall }: PartProps) => (
  <>
    <Layers layers={parts.bust} id={`${id}b`} />
    <Rim d={parts.cloth} isSmall={isSmall} />
    <Plate number={parts.number} />
  </>
)

const Helmet = ({ parts, id, isSmall }: PartProps) => (
  <>
    <Layers layers={parts.helmet} id={`${id}h`} />
    <Rim d={parts.shell} isSmall={isSmall} />
  </>
)

type DrawingProps = { appearance: AvatarAppearance; crop: keyof typeof CROPS; isSmall: boolean }

const Drawing = memo(
  ({ appearance, crop, isSmall }: DrawingProps) => {
    const id = useId()
    const parts = avatarParts(appearance, { isSmall })
    const props = { parts, id, isSmall }
    return (
      <svg viewBox={CROPS[crop]} width="100%" overflow="visible" aria-hidden="true">
        {crop !== 'helmet' && <Bust {...props} />}
        {crop === 'bust' ? (
          <g transform="translate(2 20)">
            <Helmet {...props} />
          </g>
        ) : (
          crop === 'helmet' && <Helmet {...props} />
        )}
      </svg>
    )
  },
  (a, b) =>
    a.crop === b.crop && a.isSmall === b.isSmall && JSON.stringify(a.appearance) === JSON.stringify(b.appearance),
)

/**
 * A user as a driver: helmet in profile over a bust. Draws something for any stored value. Decorative: the surroundings
 * name the user.
 */
export const RacingAvatar = ({ config, crop = 'helmet', isSmall = false }: RacingAvatarProps) => (
  <Drawing appearance={avatarAppearance(config)} crop={crop} isSmall={isSmall} />
)
