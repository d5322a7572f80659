import type { Plugin } from 'vite'

const FONTS = [
  { file: /archivo-latin-wdth-normal.*\.woff2$/, family: 'Archivo Variable', stretch: '62% 125%' },
  { file: /geist-latin-wght-normal.*\.woff2$/, family: 'Geist Variable', stretch: '100%' },
]

const face = (file: string, { family, stretch }: (typeof FONTS)[number]): string =>
  `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:100 900;font-stretch:${stretch};src:url(/${file}) format('woff2')}`

/**
 * Puts a preload for the two latin fonts into the built page: the first text is drawn in them. `/fonts.css` offers them
 * under an address that stays, for the pages that other services write.
 */
export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  generateBundle(_options, bundle) {
    const faces = Object.keys(bundle).flatMap((file) =>
      FONTS.filter((font) => font.file.test(file)).map((font) => face(file, font)),
    )
    this.emitFile({ type: 'asset', fileName: 'fonts.css', source: faces.join('\n') })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FONTS.some((font) => font.file.test(file)))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        })),
  },
})
