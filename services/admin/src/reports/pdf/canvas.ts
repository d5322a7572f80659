import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Face, FontStyle, Fonts } from './fonts.ts'
import { fitText, printableName } from './printable-name.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Since 0.18 also a font that fontkit has opened. */
      registerFont(name: string, font: Font): this
    }
  }
}

type TextStyle = {
  style: FontStyle
  size: number
  colour: string
  /** In em; 0 by default. */
  tracking?: number
  align?: 'left' | 'right' | 'centre'
}
/** The anchor of a line: `x` is its left end, right end or middle, by `align`; `y` is its baseline. */
type Position = { x: number; y: number }
type Box = { x: number; y: number; width: number; height: number }

/** Draws text on baselines, boxes and rules of one PDF document. */
export type Canvas = ReturnType<typeof createCanvas>

/** Tabular figures, so that columns of numbers align. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern', 'liga']

/** The lean of a sheared bar to the right, in parts of its height: 32 degrees, as on the screens. */
const LEAN = Math.tan((32 * Math.PI) / 180)

type Run = { face: Face; text: string }

/** Creates a document without pages. `info` is the metadata that PDF readers display. */
export const createCanvas = (fonts: Fonts, info: { title: string; madeAt: Date }) => {
  const document = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    compress: true,
    size: 'A4',
    margin: 0,
    lang: 'en-AU',
    displayTitle: true,
    font: '',
    info: { Title: info.title, Author: 'Purple Sector', Creator: 'Purple Sector', CreationDate: info.madeAt },
  })
  for (const faces of Object.values(fonts)) for (const { name, font } of faces) document.registerFont(name, font)

  const faceFor = (faces: readonly Face[], codePoint: number): Face | undefined =>
    faces.find((face) => face.has(codePoint))

  /** Splits a text into runs by the fonts that have its letters; others use the first font's missing glyph. */
  const runsOf = (text: string, style: FontStyle): Run[] => {
    const faces = fonts[style]
    const runs: Run[] = []
    for (const character of text) {
      const face = faceFor(faces, character.codePointAt(0) ?? 0) ?? faces[0]
      if (!face) continue
      const last = runs.at(-1)
      if (last?.face === face) last.text += character
      else runs.push({ face, text: character })
    }
    return runs
  }

  const widths = new Map<string, number>()
  const widthOfRun = ({ face, text }: Run): number => {
    const key = `${face.name}\n${text}`
    const cachedWidth = widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    const width = face.font.layout(text, FEATURES).advanceWidth / face.font.unitsPerEm
    widths.set(key, width)
    return width
  }

  const widthOf = (text: string, { style, size, tracking = 0 }: TextStyle): number =>
    runsOf(text, style).reduce((sum, run) => sum + widthOfRun(run), 0) * size + tracking * size * [...text].length

  const names = new Map<string, string>()
  /** Whether every style of a name can draw it. */
  const canDraw = (codePoint: number): boolean =>
    [fonts.strong, fonts.title].every((faces) => faceFor(faces, codePoint) !== undefined)

  const canvas = {
    document,
    widthOf,
    get pages(): number {
      return document.bufferedPageRange().count
    },

    addPage(ground?: string): void {
      document.addPage({ size: 'A4', margin: 0 })
      if (ground) document.rect(0, 0, document.page.width, document.page.height).fill(ground)
    },

    /** Draws one line of text; returns its width. */
    text(text: string, { x, y }: Position, textStyle: TextStyle): number {
      const { style, size, colour, tracking = 0, align = 'left' } = textStyle
      const width = widthOf(text, textStyle)
      let left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
      document.fillColor(colour)
      for (const run of runsOf(text, style)) {
        document.font(run.face.name, size).text(run.text, left, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          characterSpacing: tracking * size,
          features: FEATURES,
        })
        left += widthOfRun(run) * size + tracking * size * [...run.text].length
      }
      return width
    },

    /** Draws as much of a line as the width allows, with an ellipsis; returns its width. */
    line(text: string, { x, y, width }: Position & { width: number }, textStyle: TextStyle): number {
      return canvas.text(
        fitText(text, width, (candidate) => widthOf(candidate, textStyle)),
        { x, y },
        textStyle,
      )
    },

    /** Wraps a text to a width; cuts a word that is wider. */
    wrapped(text: string, width: number, textStyle: TextStyle): string[] {
      const lines: string[] = []
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const last = lines.at(-1)
        const longer = last === undefined ? word : `${last} ${word}`
        if (last !== undefined && widthOf(longer, textStyle) <= width) lines[lines.length - 1] = longer
        else lines.push(fitText(word, width, (candidate) => widthOf(candidate, textStyle)))
      }
      return lines
    },

    /** Returns what the fonts can print of a name that a user chose. */
    name(name: string, fallback: string): string {
      const key = `${fallback}\n${name}`
      const printable = names.get(key) ?? printableName(name, canDraw, fallback)
      names.set(key, printable)
      return printable
    },

    box: ({ x, y, width, height }: Box, colour: string): void => void document.rect(x, y, width, height).fill(colour),

    frame: ({ x, y, width, height }: Box, colour: string, thickness = 0.75): void =>
      void document
        .roundedRect(x + thickness / 2, y + thickness / 2, width - thickness, height - thickness, 1.5)
        .lineWidth(thickness)
        .stroke(colour),

    /** Draws a horizontal hairline. */
    rule: ({ x, y, width }: Position & { width: number }, colour: string, thickness = 0.5): void =>
      void document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .stroke(colour),

    /** Draws a bar that leans to the right, the shape of a sector; `lean` in points, by default of its height. */
    drawShearedBar({ x, y, width, height }: Box, colour: string, lean = height * LEAN): void {
      document.polygon([x + lean, y], [x + width + lean, y], [x + width, y + height], [x, y + height]).fill(colour)
    },

    /** Adds an entry to the outline that PDF readers display beside the pages. */
    bookmark: (title: string, below?: PDFKit.PDFOutline): PDFKit.PDFOutline =>
      (below ?? document.outline).addItem(title),

    /** Returns the document, after `onEachPage` has drawn on every page. */
    async finish(onEachPage: (page: number, pages: number) => void): Promise<Buffer<ArrayBuffer>> {
      const { count } = document.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        document.switchToPage(page)
        onEachPage(page + 1, count)
      }
      const chunks: Buffer[] = []
      const done = new Promise<void>((resolve, reject) => {
        document.on('data', (chunk: Buffer) => chunks.push(chunk))
        document.on('end', resolve)
        document.on('error', reject)
      })
      document.end()
      await done
      return Buffer.concat(chunks)
    },
  }
  return canvas
}
