import { MAX_SHEET_ROWS } from '@purple-sector/service-kit/data/parsing-limits'
import { CFB } from 'xlsx'
import { grouped, Refusal } from './refusal.ts'

/** Record types of an Excel 97 workbook ([MS-XLS] 2.3) that decide whether it is read. */
const RECORD = { bof: 0x0809, filePass: 0x002f, boundSheet: 0x0085, row: 0x0208, supBook: 0x01ae, dconRef: 0x0051 }
/** Supporting links to the workbook itself, or to functions of add-ins ([MS-XLS] 2.4.271). */
const OWN_LINKS = [0x04_01, 0x3a_01]
const [MACRO_SHEET, VBA_MODULE] = [1, 6]

const linked = () => new Refusal('The file has links to other workbooks. Save it without them and send it again.')
const macros = () => new Refusal('The file has macros. Save it as .xlsx without them and send it again.')
const damaged = () => new Refusal('The file is damaged: it cannot be read.')

type Record = { type: number; data: Buffer }

const recordsOf = function* (stream: Buffer): Generator<Record> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) throw damaged()
    yield { type: stream.readUInt16LE(at), data: stream.subarray(at + 4, end) }
    at = end
  }
}

/** The type of a sheet, in the low byte of the second field of its entry. */
const kindOfSheet = (data: Buffer): number => data[5] ?? 0

const isOwnLink = (data: Buffer): boolean => data.length === 4 && OWN_LINKS.includes(data.readUInt16LE(2))

const assertRecords = (stream: Buffer): void => {
  let rows = 0
  for (const { type, data } of recordsOf(stream)) {
    if (type === RECORD.filePass) throw new Refusal('The workbook is protected by a password.')
    if (type === RECORD.boundSheet && [MACRO_SHEET, VBA_MODULE].includes(kindOfSheet(data))) throw macros()
    if (type === RECORD.dconRef || (type === RECORD.supBook && !isOwnLink(data))) throw linked()
    if (type === RECORD.row) rows += 1
    if (rows > MAX_SHEET_ROWS) throw new Refusal(`The workbook has more than ${grouped(MAX_SHEET_ROWS)} rows.`)
  }
}

/** The used part of the type; the parser's own types omit it. */
type Container = { FullPaths: readonly string[] }

const containerOf = (bytes: Uint8Array): Container => {
  try {
    return CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { type: 'buffer' })
  } catch {
    throw damaged()
  }
}

/** Rejects .xls files with unsupported features: passwords, macros, links, too many rows. */
export const checkOle = (bytes: Uint8Array): void => {
  const container = containerOf(bytes)
  const paths = container.FullPaths.map((path) => path.toLowerCase())
  if (paths.some((path) => path.endsWith('/encryptedpackage')))
    throw new Refusal('The workbook is protected by a password.')
  if (paths.some((path) => path.includes('_vba_project'))) throw macros()
  const entry: { content?: Uint8Array } | null = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  if (!entry?.content) throw new Refusal('The file is not an Excel workbook.')
  const stream = Buffer.from(entry.content)
  if (stream.length < 4 || stream.readUInt16LE(0) !== RECORD.bof)
    throw new Refusal('The file is of an Excel before 97. Save it as .xlsx and send it again.')
  assertRecords(stream)
}
