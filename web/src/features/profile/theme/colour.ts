/** A colour in the units of the sliders: degrees, percent, percent. */
export type Hsl = { hue: number; saturation: number; lightness: number }

/** Converts a colour to `#rrggbb` (CSS Color 4, from HSL to sRGB). */
export const hexOf = ({ hue, saturation, lightness }: Hsl): string => {
  const light = lightness / 100
  const reach = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number): string => {
    const place = (offset + hue / 30) % 12
    const value = light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminanceOf = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colours, `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio). */
export const contrast = (first: string, second: string): number => {
  const [luminance, otherLuminance] = [luminanceOf(first), luminanceOf(second)]
  return (Math.max(luminance, otherLuminance) + 0.05) / (Math.min(luminance, otherLuminance) + 0.05)
}
