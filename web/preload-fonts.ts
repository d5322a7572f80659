import type { Plugin } from 'vite'

const FONTS = [/archivo-latin-wdth-normal.*\.woff2$/, /geist-latin-wght-normal.*\.woff2$/]

/** Puts a preload for the two latin fonts into the built page: the first text is drawn in them. */
export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FONTS.some((font) => font.test(file)))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        })),
  },
})
