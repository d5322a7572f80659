import type { CustomTheme } from '@purple-sector/contracts/identity/http'

type Triple = readonly [hue: number, saturation: number, lightness: number]

const colours = (
  [blueHue, blueSaturation, blueLightness]: Triple,
  [orangeHue, orangeSaturation, orangeLightness]: Triple,
): CustomTheme => ({ blueHue, blueSaturation, blueLightness, orangeHue, orangeSaturation, orangeLightness })

/** Initial colours of a custom theme, equal to identity's defaults. */
export const FIRST_COLOURS = colours([220, 70, 50], [39, 96, 51])
/** Colours of the Reset button. */
export const RESET_COLOURS = colours([210, 50, 70], [25, 75, 70])

export const PRESETS: readonly { name: string; custom: CustomTheme }[] = [
  { name: 'Light Ocean Breeze', custom: colours([200, 60, 60], [35, 80, 62]) },
  { name: 'Sky Racing', custom: colours([205, 85, 55], [28, 92, 58]) },
  { name: 'Morning Track', custom: colours([225, 55, 62], [45, 90, 60]) },
  { name: 'Coastal Racing', custom: colours([190, 70, 48], [18, 85, 62]) },
]
