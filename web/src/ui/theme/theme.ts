import { createTheme, rem, virtualColor } from '@mantine/core'
import { buttons } from './buttons.ts'
import { inputs } from './inputs.tsx'
import { overlays } from './overlays.ts'
import { palette } from './palette.ts'
import { surfaces } from './surfaces.ts'
import { text } from './text.ts'
import { variantColorResolver } from './variant-colors.ts'

/** The Mantine theme: asphalt, hairlines, large numerals, very little colour. */
export const theme = createTheme({
  colors: { ...palette, action: virtualColor({ name: 'action', dark: 'paper', light: 'ink' }) },
  primaryColor: 'action',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  white: '#ffffff',
  black: '#111115',
  fontFamily: "'Geist Variable', 'Geist Fallback', system-ui, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '1.4', xl: '1.35' },
  headings: {
    fontFamily: "'Archivo Variable', 'Archivo Fallback', 'Arial Narrow', sans-serif",
    fontWeight: '680',
    textWrap: 'wrap',
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '30px', fontWeight: '680' },
      h2: { fontSize: rem(18), lineHeight: '22px', fontWeight: '660' },
      h3: { fontSize: rem(15), lineHeight: '20px', fontWeight: '640' },
      h4: { fontSize: rem(13), lineHeight: '18px', fontWeight: '640' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(3), md: rem(5), lg: rem(8), xl: rem(12) },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '75em', xl: '90em' },
  shadows: { md: 'var(--ps-shadow-pop)' },
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  focusClassName: 'ps-focus',
  // Keyed by name, so that no component is loaded before it is used.
  components: { ...buttons, ...inputs, ...overlays, ...surfaces, ...text },
})
