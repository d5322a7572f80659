import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

const border = (colour: string): string => `1px solid ${colour}`

const VARIANTS: Record<string, ReturnType<VariantColorsResolver>> = {
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

/** The colours of the variants that our components have; Mantine's own for the rest. */
export const variantColorResolver: VariantColorsResolver = (input) =>
  VARIANTS[input.variant] ?? defaultVariantColorsResolver(input)
