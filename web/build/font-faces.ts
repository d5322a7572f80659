import type { Plugin } from 'vite'

const FONTS = [
  { file: /archivo-latin-wdth-normal.*\.woff2$/, family: 'Archivo Variable', stretch: '62% 125%' },
  { file: /geist-latin-wght-normal.*\.woff2$/, family: 'Geist Variable', stretch: '100%' },
]

const face = (file: string, { family, stretch }: (typeof FONTS)[number]): string =>
  `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:100 900;font-stretch:${stretch};src:url(/${file}) format('woff2')}`

/**
 * Offers the two latin fonts in `/fonts.css`, at an unversioned address, for pages written by other services.
 *
 * The app does not wait for them: its first text is shown in a font that takes as much room
 * (`src/app/theme/fallback-fonts.css`).
 */
export const fontFaces = (): Plugin => ({
  name: 'font-faces',
  apply: 'build',
  generateBundle(_options, bundle) {
    const faces = Object.keys(bundle).flatMap((file) =>
      FONTS.filter((font) => font.file.test(file)).map((font) => face(file, font)),
    )
    this.emitFile({ type: 'asset', fileName: 'fonts.css', source: faces.join('\n') })
  },
})
