import type { Colour } from '@purple-sector/contracts/racing-avatar/appearance'

const linear = (channel: number): number => (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/**
 * Whether a mark on this colour has to be dark, by WCAG relative luminance, at which black and white contrast equally.
 */
export const isLight = (colour: Colour): boolean => {
  const channel = (offset: number): number => linear(Number.parseInt(colour.slice(offset, offset + 2), 16) / 255)
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.179
}
