import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type GlyphRun } from 'fontkit'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** The product's font files by script; later files cover letters that earlier ones lack. */
const FILES = {
  archivo: require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  archivoExt: require.resolve('@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2'),
  archivoVietnamese: require.resolve('@fontsource-variable/archivo/files/archivo-vietnamese-wdth-normal.woff2'),
  geist: require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  geistExt: require.resolve('@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2'),
  geistVietnamese: require.resolve('@fontsource-variable/geist/files/geist-vietnamese-wght-normal.woff2'),
  geistCyrillic: require.resolve('@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2'),
} as const
type File = keyof typeof FILES

const DISPLAY: readonly [File, ...File[]] = ['archivo', 'archivoExt', 'archivoVietnamese', 'geistCyrillic']
const TEXT: readonly [File, ...File[]] = ['geist', 'geistExt', 'geistVietnamese', 'geistCyrillic']

type Style = { files: readonly [File, ...File[]]; wght: number; wdth: number }

/** The styles of the report, as on the screens: weight and width of the variable fonts. */
const STYLES = {
  hero: { files: DISPLAY, wght: 800, wdth: 116 },
  title: { files: DISPLAY, wght: 680, wdth: 112 },
  label: { files: DISPLAY, wght: 640, wdth: 96 },
  figure: { files: DISPLAY, wght: 660, wdth: 90 },
  data: { files: DISPLAY, wght: 520, wdth: 88 },
  text: { files: TEXT, wght: 400, wdth: 100 },
  strong: { files: TEXT, wght: 560, wdth: 100 },
} as const satisfies Record<string, Style>
export type FontStyle = keyof typeof STYLES

/** One file in one style, a font as a PDF embeds it; `name` is its id in the document. */
export type Face = { name: string; font: Font; has(codePoint: number): boolean }
export type Fonts = Record<FontStyle, readonly Face[]>

const fontOf = (bytes: Buffer): Font => {
  const font = create(bytes)
  if ('fonts' in font) throw new Error('a file of the product has one font')
  return font
}
const charactersOf = (file: File): number[] => fontOf(readFileSync(FILES[file])).characterSet

/**
 * Caches a font's layouts: canvas and pdfkit lay out each text, with the same features.
 * Returns copies of the positions, because pdfkit scales them in place.
 */
const cachingLayout = (font: Font): Font => {
  const layout = font.layout.bind(font)
  const runs = new Map<string, GlyphRun>()
  font.layout = (text, ...layoutArguments) => {
    const run = runs.get(text) ?? layout(text, ...layoutArguments)
    runs.set(text, run)
    return Object.assign(Object.create(run), { positions: run.positions.map((position) => ({ ...position })) })
  }
  return font
}

/**
 * Opens the fonts of the report: PDF has no variable fonts, so each style fixes weight and width.
 * Leaves out scripts that no text of the report needs, because making a font takes about 20 ms.
 */
export const openFonts = async (text: string): Promise<Fonts> => {
  const codePoints = new Set([...text].map((character) => character.codePointAt(0) ?? 0))
  const codePointsByFile = new Map<File, Set<number>>()
  for (const file of [...DISPLAY, ...TEXT])
    if (!codePointsByFile.has(file)) codePointsByFile.set(file, new Set(charactersOf(file)))

  const faceOf = async (style: FontStyle, file: File): Promise<Face> => {
    const { wght, wdth } = STYLES[style]
    const characters = codePointsByFile.get(file) ?? new Set<number>()
    const characterText = String.fromCodePoint(...characters)
    const isWide = file.startsWith('archivo')
    const variationAxes = { wght, ...(isWide && { wdth }) }
    const subset = await subsetFont(readFileSync(FILES[file]), characterText, { targetFormat: 'sfnt', variationAxes })
    const font = cachingLayout(fontOf(subset))
    return { name: `${style}-${file}`, font, has: (codePoint) => characters.has(codePoint) }
  }

  const facesOf = async (style: FontStyle): Promise<Face[]> => {
    const [main, ...fallbackFiles] = STYLES[style].files
    const needed = fallbackFiles.filter((file) =>
      [...codePoints].some(
        (point) => codePointsByFile.get(file)?.has(point) && !codePointsByFile.get(main)?.has(point),
      ),
    )
    const faces: Face[] = []
    for (const file of [main, ...needed]) faces.push(await faceOf(style, file))
    return faces
  }

  return {
    hero: await facesOf('hero'),
    title: await facesOf('title'),
    label: await facesOf('label'),
    figure: await facesOf('figure'),
    data: await facesOf('data'),
    text: await facesOf('text'),
    strong: await facesOf('strong'),
  }
}
