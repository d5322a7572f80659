import {
  MAX_ARCHIVE_PARTS,
  MAX_PACKING_RATIO,
  MAX_SHEET_CELLS,
  MAX_SHEET_ROWS,
  MAX_UNPACKED_MB,
} from '@purple-sector/service-kit/data/parsing-limits'
import { zipSync } from 'fflate'
import { grouped, Refusal } from './refusal.ts'
import { type ZipPart, zipParts } from './zip-parts.ts'

const RATIO_FROM_BYTES = 1024 * 1024

/** Whether a part has displayed content; images, printer settings and nested archives stay packed. */
const hasContent = ({ name }: ZipPart): boolean => /\.(?:xml|rels)$/i.test(name) && !/^docProps\//i.test(name)

const REFUSED_PARTS: readonly { part: RegExp; because: string }[] = [
  { part: /vbaProject[^/]*\.bin$|xl\/(?:macrosheets|dialogsheets)\//i, because: 'has macros' },
  { part: /xl\/externalLinks\//i, because: 'has links to other workbooks' },
  { part: /xl\/(?:connections\.xml$|queryTables\/)/i, because: 'fetches data from elsewhere' },
  { part: /xl\/embeddings\/|xl\/activeX\//i, because: 'has other files inside' },
  { part: /^xl\/workbook\.bin$/i, because: 'is an .xlsb workbook' },
  { part: /^content\.xml$|^META-INF\//i, because: 'is not an Excel workbook' },
  { part: /^(?:word|ppt)\//i, because: 'is a document, not a workbook' },
]

/** Checks the archive's directory before anything is unpacked; unpacking enforces the declared sizes. */
const assertWanted = (parts: readonly ZipPart[]): void => {
  for (const { name } of parts) {
    const refused = REFUSED_PARTS.find(({ part }) => part.test(name))
    if (refused) throw new Refusal(`The file ${refused.because}. Save it as .xlsx without that and send it again.`)
  }
  if (!parts.some(({ name }) => name === '[Content_Types].xml'))
    throw new Refusal('The file is an archive, not a workbook.')
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  const isBomb = ({ size, packedSize }: ZipPart) => size > RATIO_FROM_BYTES && size > packedSize * MAX_PACKING_RATIO
  if (total > MAX_UNPACKED_MB * 1024 * 1024 || parts.some(isBomb))
    throw new Refusal(`The file unpacks to more than ${MAX_UNPACKED_MB} MB, or to far more than its size.`)
}

const countOf = (text: string, tag: RegExp): number => {
  let count = 0
  for (const _ of text.matchAll(tag)) count += 1
  return count
}

const isExternalLink = (relationship: string): boolean =>
  /TargetMode\s*=\s*["']External["']/i.test(relationship) && !/\/hyperlink["']/i.test(relationship)

/** Namespace prefixes (`x:row`) are legal, so prefixed tags are counted too. */
const assertReadable = (name: string, part: Uint8Array): void => {
  if (part.includes(0)) throw new Refusal('The file is damaged: a part of it is not text.')
  const text = new TextDecoder('latin1').decode(part)
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw new Refusal('The file defines entities of its own (XML).')
  if (/\.rels$/i.test(name) && text.split('<').some(isExternalLink))
    throw new Refusal('The file has links to other files.')
  if (countOf(text, /<(?:\w{1,20}:)?row[\s/>]/g) > MAX_SHEET_ROWS)
    throw new Refusal(`A sheet has more than ${grouped(MAX_SHEET_ROWS)} rows.`)
  if (countOf(text, /<(?:\w{1,20}:)?c[\s/>]/g) > MAX_SHEET_CELLS)
    throw new Refusal(`A sheet has more than ${grouped(MAX_SHEET_CELLS)} cells.`)
}

/** Repacks the checked parts, so that the parser cannot interpret the archive differently than we did. */
export const unpackWorkbook = (bytes: Uint8Array): Uint8Array => {
  const parts = zipParts(bytes, MAX_ARCHIVE_PARTS)
  assertWanted(parts)
  const read = new Map<string, Uint8Array>()
  for (const part of parts.filter(hasContent)) {
    const content = part.read()
    assertReadable(part.name, content)
    read.set(part.name, content)
  }
  return zipSync(Object.fromEntries(read), { level: 0 })
}
