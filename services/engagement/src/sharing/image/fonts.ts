import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)

/** The product's fonts by script. What one file lacks is looked for in the next. */
const FILES = {
  Archivo: require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  'Archivo Ext': require.resolve('@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2'),
  'Archivo Vietnamese': require.resolve('@fontsource-variable/archivo/files/archivo-vietnamese-wdth-normal.woff2'),
  Geist: require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  'Geist Ext': require.resolve('@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2'),
  'Geist Cyrillic': require.resolve('@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2'),
}

const LATIN = '"Archivo", "Archivo Ext", "Archivo Vietnamese"'
/** Numerals, titles and labels; and text. */
export const FAMILIES = {
  display: `${LATIN}, "Geist Cyrillic"`,
  text: `"Geist", "Geist Ext", ${LATIN}, "Geist Cyrillic"`,
} as const

/** Makes the fonts known to everything that is drawn in this process. */
export const registerFonts = (): void => {
  for (const [name, file] of Object.entries(FILES))
    if (!GlobalFonts.register(readFileSync(file), name)) throw new Error(`The font ${file} cannot be read`)
}
