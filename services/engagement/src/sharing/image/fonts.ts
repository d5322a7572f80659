import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)

/** Font files by script, in fallback order. */
const FILES = {
  Archivo: require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  'Archivo Ext': require.resolve('@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2'),
  'Archivo Vietnamese': require.resolve('@fontsource-variable/archivo/files/archivo-vietnamese-wdth-normal.woff2'),
  Geist: require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  'Geist Ext': require.resolve('@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2'),
  'Geist Cyrillic': require.resolve('@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2'),
}

const LATIN = '"Archivo", "Archivo Ext", "Archivo Vietnamese"'
/** Font stacks for numerals, titles and labels, and for text. */
export const FAMILIES = {
  display: `${LATIN}, "Geist Cyrillic"`,
  text: `"Geist", "Geist Ext", ${LATIN}, "Geist Cyrillic"`,
} as const

/** Registers the fonts with the canvas of this process. */
export const registerFonts = (): void => {
  for (const [name, file] of Object.entries(FILES))
    if (!GlobalFonts.register(readFileSync(file), name)) throw new Error(`The font ${file} cannot be read`)
}
