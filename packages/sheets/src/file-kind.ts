import { Refusal } from './refusal.ts'

export type FileKind = 'zip' | 'ole' | 'text'

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte)

const REFUSED: readonly { head: readonly number[]; is: string }[] = [
  { head: [0x89, 0x50, 0x4e, 0x47], is: 'a picture (PNG)' },
  { head: [0xff, 0xd8, 0xff], is: 'a picture (JPG)' },
  { head: [0x47, 0x49, 0x46, 0x38], is: 'a picture (GIF)' },
  { head: [0x25, 0x50, 0x44, 0x46], is: 'a PDF' },
  { head: [0x1f, 0x8b], is: 'a packed file (gzip)' },
  { head: [0x50, 0x4b, 0x05, 0x06], is: 'an empty archive' },
]

const isWideText = (bytes: Uint8Array): boolean => startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)

/** Whether the content is HTML, XML or SVG, whatever the file is called. */
const isMarkup = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*<(?:!doctype|\?xml|html|head|body|table|svg|[a-z]+:?[a-z]*[\s>])/i.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, ''),
  )

/** Detects the kind of a file by its bytes; throws a `Refusal` for unsupported ones. */
export const kindOfFile = (bytes: Uint8Array): FileKind => {
  if (bytes.length === 0) throw new Refusal('The file is empty.')
  const refused = REFUSED.find(({ head }) => startsWith(bytes, ...head))
  if (refused) throw new Refusal(`The file is ${refused.is}, not a spreadsheet.`)
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'ole'
  if (isWideText(bytes)) return 'text'
  if (bytes.includes(0)) throw new Refusal('The file is not a spreadsheet: it is neither .xlsx, .xls nor text.')
  if (isMarkup(bytes)) throw new Refusal('The file is a web page or an XML document, not a spreadsheet.')
  return 'text'
}
