import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'
import type { ButtonVariant } from './buttons.ts'
import type { BadgeVariant } from './surfaces.ts'

const border = (colour: string): string => `1px solid ${colour}`

type Colours = ReturnType<VariantColorsResolver>

/** Badges do not react to the pointer. */
const badge = (background: string, color: string, edge = 'transparent'): Colours => ({
  background,
  hover: background,
  color,
  border: border(edge),
})
const tinted = (tint: 'purple' | 'green' | 'yellow' | 'red'): Colours =>
  badge(`var(--ps-${tint}-wash)`, `var(--ps-${tint}-ink)`, `color-mix(in srgb, var(--ps-${tint}) 45%, transparent)`)

const BADGES: Record<BadgeVariant, Colours> = {
  purple: tinted('purple'),
  green: tinted('green'),
  yellow: tinted('yellow'),
  red: tinted('red'),
  live: badge('var(--ps-live)', 'var(--ps-on-live)'),
  running: badge('var(--ps-run)', 'var(--ps-on-run)'),
  ink: badge('var(--ps-ink)', 'var(--ps-bg)'),
  neutral: badge('var(--ps-raised)', 'var(--ps-ink-2)', 'var(--ps-line)'),
  plain: badge('transparent', 'var(--ps-ink-2)', 'var(--ps-line-2)'),
}

const BUTTONS: Record<ButtonVariant, Colours> = {
  filled: {
    background: 'var(--ps-action)',
    hover: 'var(--mantine-color-action-filled-hover)',
    color: 'var(--ps-on-action)',
    border: border('transparent'),
  },
  outline: {
    background: 'transparent',
    hover: 'var(--ps-hover)',
    color: 'var(--ps-ink)',
    border: border('var(--ps-control)'),
  },
  quiet: {
    background: 'transparent',
    hover: 'var(--ps-hover)',
    color: 'var(--ps-ink-2)',
    border: border('transparent'),
  },
  danger: {
    background: 'transparent',
    hover: 'var(--ps-red-wash)',
    color: 'var(--ps-red-ink)',
    border: border('color-mix(in srgb, var(--ps-red) 55%, transparent)'),
  },
  invite: {
    background: 'var(--ps-invite)',
    hover: 'var(--mantine-color-purple-7)',
    color: 'var(--ps-on-invite)',
    border: border('transparent'),
  },
}

const VARIANTS: Partial<Record<string, Colours>> = { ...BUTTONS, ...BADGES }

/** The colours of the variants that our components have; Mantine's own for the rest. */
export const variantColorResolver: VariantColorsResolver = (input) =>
  VARIANTS[input.variant] ?? defaultVariantColorsResolver(input)
