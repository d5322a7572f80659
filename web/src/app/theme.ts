import { createTheme, type MantineColorsTuple } from '@mantine/core'

const purple: MantineColorsTuple = [
  '#FAF6FE',
  '#F3E7FF',
  '#E6CDFF',
  '#D7ABFF',
  '#C784FE',
  '#B850FF',
  '#A424ED',
  '#8600C7',
  '#630094',
  '#400062',
]

/** The beginnings of the theme of the design's look; the app's issue completes it. */
export const theme = createTheme({
  colors: { purple },
  primaryColor: 'purple',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
})
