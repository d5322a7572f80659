import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Face, FontStyle, Fonts } from './fonts.ts'
import { fitted, shownName } from './printable-name.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Since 0.18 a font that fontkit has opened, too. */
      registerFont(name: string, font: Font): this
    }
  }
}

type Look = {
  style: FontStyle
  size: number
  colour: string
  /** In parts of the size; 0 unless said. */
  tracking?: number
  align?: 'left' | 'right' | 'centre'
}
/** Where the line stands: `x` is its left end, its right one or its middle, as it is aligned; `y` its baseline. */
type At = { x: number; y: number }
type Box = { x: number; y: number; width: number; height: number }

/** Everything that is drawn of the report goes through this: text on baselines, boxes and lines of one document. */
export type Pen = ReturnType<typeof createPen>

/** Figures stand under each other. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern', 'liga']

/** How far a sheared bar leans to the right, in parts of its height: 32 degrees, as on the screens. */
const LEAN = Math.tan((32 * Math.PI) / 180)

type Run = { face: Face; text: string }

/** Starts a document without a page. `info` is what readers show of it. */
export const createPen = (fonts: Fonts, info: { title: string; madeAt: Date }) => {
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

  /** The text by the fonts that have its letters; what none has goes as the first one's empty box. */
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
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = face.font.layout(text, FEATURES).advanceWidth / face.font.unitsPerEm
    widths.set(key, width)
    return width
  }

  const widthOf = (text: string, { style, size, tracking = 0 }: Look): number =>
    runsOf(text, style).reduce((sum, run) => sum + widthOfRun(run), 0) * size + tracking * size * [...text].length

  const names = new Map<string, string>()
  /** In every style: a name stands in several. */
  const canDraw = (codePoint: number): boolean =>
    [fonts.strong, fonts.title].every((faces) => faceFor(faces, codePoint) !== undefined)

  const pen = {
    document,
    widthOf,
    get pages(): number {
      return document.bufferedPageRange().count
    },

    addPage(ground?: string): void {
      document.addPage({ size: 'A4', margin: 0 })
      if (ground) document.rect(0, 0, document.page.width, document.page.height).fill(ground)
    },

    /** One line of text. Answers how wide it is. */
    text(text: string, { x, y }: At, look: Look): number {
      const { style, size, colour, tracking = 0, align = 'left' } = look
      const width = widthOf(text, look)
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

    /** As much of a line as the width takes, with an ellipsis. Answers how wide that is. */
    line(text: string, { x, y, width }: At & { width: number }, look: Look): number {
      return pen.text(
        fitted(text, width, (some) => widthOf(some, look)),
        { x, y },
        look,
      )
    },

    /** The text in lines no wider than this; a word that is wider is cut. */
    wrapped(text: string, width: number, look: Look): string[] {
      const lines: string[] = []
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const last = lines.at(-1)
        const longer = last === undefined ? word : `${last} ${word}`
        if (last !== undefined && widthOf(longer, look) <= width) lines[lines.length - 1] = longer
        else lines.push(fitted(word, width, (some) => widthOf(some, look)))
      }
      return lines
    },

    /** What can be shown of a name that somebody made up. */
    name(name: string, instead: string): string {
      const key = `${instead}\n${name}`
      const shown = names.get(key) ?? shownName(name, canDraw, instead)
      names.set(key, shown)
      return shown
    },

    box: ({ x, y, width, height }: Box, colour: string): void => void document.rect(x, y, width, height).fill(colour),

    frame: ({ x, y, width, height }: Box, colour: string, thick = 0.75): void =>
      void document
        .roundedRect(x + thick / 2, y + thick / 2, width - thick, height - thick, 1.5)
        .lineWidth(thick)
        .stroke(colour),

    /** A horizontal hairline. */
    rule: ({ x, y, width }: At & { width: number }, colour: string, thick = 0.5): void =>
      void document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thick)
        .stroke(colour),

    /** A bar that leans to the right, the shape of a sector; `lean` in points, of its height unless said. */
    sheared({ x, y, width, height }: Box, colour: string, lean = height * LEAN): void {
      document.polygon([x + lean, y], [x + width + lean, y], [x + width, y + height], [x, y + height]).fill(colour)
    },

    /** A place in the outline that readers show beside the pages. */
    bookmark: (title: string, below?: PDFKit.PDFOutline): PDFKit.PDFOutline =>
      (below ?? document.outline).addItem(title),

    /** The whole document, after `onEachPage` has drawn on every page. */
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
  return pen
}
