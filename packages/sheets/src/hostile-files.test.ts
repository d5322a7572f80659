import { setImmediate as turn } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  cell,
  cyclicXls,
  forgedZip,
  HEADER_OFFSET,
  oleWith,
  PACKED_SIZE,
  sheetXml,
  UNPACKED_SIZE,
  withRelationship,
  withSharedText,
  workbookOf,
  xlsWithRecord,
} from './fixtures/hostile.ts'
import { readWithLongTimeout } from './fixtures/read-with-long-timeout.ts'
import { readFile } from './read-file.ts'
import { readSheets } from './read-sheets.ts'
import { SHEET_LIMITS } from './sheet.ts'

const MB = 1024 * 1024
const zeros = (megabytes: number) => new Uint8Array(megabytes * MB)
const SHEET = 'xl/worksheets/sheet1.xml'
let packed: Uint8Array | undefined
/** Packed once: it takes a second. */
const bomb = () => (packed ??= workbookOf({ [SHEET]: zeros(200) }))
const noise = (bytes: number) => new Uint8Array(bytes).map((_, at) => ((at * 2_654_435_761) >>> 13) % 256)
const manyRows = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${(at * 7_919) % 9_973}</v></c></row>`,
  ).join('')
const ENTITIES = '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
const OTHER_BOOK =
  '<Relationship Id="rId9" Type="x/externalLinkPath" Target="file:///etc/passwd" TargetMode="External"/>'
const HYPERLINK = OTHER_BOOK.replace('externalLinkPath', 'relationships/hyperlink')

/** Each file, and the reason of its rejection: each by a check of ours, before the time or memory limit ends it. */
const HOSTILE: readonly [string, () => Uint8Array | string, RegExp][] = [
  ['a bomb', bomb, /unpacks to more than 50 MB/],
  ['a bomb beside the sheets', () => workbookOf({ 'xl/theme/theme1.xml': zeros(40) }), /far more than its size/],
  ['a bomb that says it is small', () => forgedZip(bomb(), SHEET, UNPACKED_SIZE, 900), /damaged/],
  [
    'parts that say they are longer',
    () => forgedZip(workbookOf(), SHEET, PACKED_SIZE, 4_000),
    /lie over each other|damaged/,
  ],
  ['parts that lie over each other', () => forgedZip(workbookOf(), SHEET, HEADER_OFFSET, 0), /lie over each other/],
  ['sizes of 64 bits', () => forgedZip(workbookOf(), SHEET, UNPACKED_SIZE, 0xff_ff_ff_ff), /packed in a way/],
  [
    'thousands of parts',
    () => workbookOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/${at}.xml`, zeros(0)]))),
    /more than 1,000 parts/,
  ],
  [
    'an archive of archives',
    () => zipSync({ 'a.zip': workbookOf(), 'b.zip': workbookOf() }),
    /archive, not a workbook/,
  ],
  ['half an archive', () => workbookOf().subarray(0, 700), /damaged/],
  ['a million rows', () => `${'1,2\n'.repeat(1_000_000)}`, /more than 20,000 lines/],
  ['a quote without an end', () => 'Number,Driver\n1,"Ann\n2,Bob\n', /a quote in it is never closed/],
  ['too many rows of a workbook', () => workbookOf({ [SHEET]: sheetXml(manyRows(30_000)) }), /more than 20,000 rows/],
  ['more rows than are asked for', () => workbookOf({ [SHEET]: sheetXml(manyRows(6_000)) }), /more than 5,000 rows/],
  [
    'a cell far to the right',
    () => workbookOf({ [SHEET]: sheetXml(`<row r="1">${cell('XFD1', 'x')}</row>`) }),
    /more than 100 columns/,
  ],
  ['a link to another file', () => withRelationship(OTHER_BOOK), /links to other files/],
  [
    'links to other workbooks',
    () => workbookOf({ 'xl/externalLinks/externalLink1.xml': noise(9) }),
    /links to other workbooks/,
  ],
  ['a query of data', () => workbookOf({ 'xl/connections.xml': noise(9) }), /fetches data/],
  ['macros', () => workbookOf({ 'xl/vbaProject.bin': noise(99) }), /has macros/],
  ['another file inside', () => workbookOf({ 'xl/embeddings/oleObject1.bin': noise(99) }), /other files inside/],
  [
    'entities',
    () => workbookOf({ [SHEET]: new TextEncoder().encode(`${ENTITIES}<worksheet/>`) }),
    /entities of its own/,
  ],
  ['an OpenDocument', () => zipSync({ mimetype: noise(9), 'content.xml': noise(9) }), /not an Excel workbook/],
  ['a document', () => zipSync({ '[Content_Types].xml': noise(9), 'word/document.xml': noise(9) }), /a document/],
  ['a picture', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), /a picture \(PNG\)/],
  ['a page', () => '\uFEFF <!DOCTYPE html><html><table><tr><td>1</td></tr></table>', /a web page/],
  ['an XML document', () => '<?xml version="1.0"?><Workbook/>', /XML document/],
  ['a program', () => Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0), /neither .xlsx, .xls nor text/],
  ['nothing', () => '', /is empty/],
  ['an encrypted workbook', () => oleWith('/EncryptionInfo', '/EncryptedPackage'), /protected by a password/],
  ['an encrypted .xls', () => xlsWithRecord(0x002f, Buffer.alloc(6)), /protected by a password/],
  ['an .xls with macros', () => xlsWithRecord(0x0085, Buffer.from([0, 0, 0, 0, 0, 1, 1, 0, 0x41])), /has macros/],
  ['an .xls with links', () => xlsWithRecord(0x01ae, Buffer.from([1, 0, 1, 0, 0, 0x41])), /links to other workbooks/],
  ['an .xls whose chains have no end', cyclicXls, /damaged|not an Excel workbook|before 97/],
  ['one text in very many cells', () => withSharedText('x'.repeat(30_000), 4_000), /more than 2,000,000 characters/],
  ['an OLE file of something else', () => oleWith('/WordDocument'), /not an Excel workbook/],
]

const bytesOf = (file: Uint8Array | string): Uint8Array => (typeof file === 'string' ? Buffer.from(file) : file)

describe('hostile file', () => {
  test.each(HOSTILE)('rejects %s with a reason', (_, file, reason) => {
    expect(() => readFile(bytesOf(file()), SHEET_LIMITS)).toThrow(
      expect.objectContaining({ name: 'Refusal', message: expect.stringMatching(reason) }),
    )
  })
  test('rejects a file above 5 MB without reading it', async () => {
    await expect(readWithLongTimeout(zeros(6))).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringContaining('5 MB'),
    })
  })
})

describe('file that passes every check', () => {
  const large = workbookOf({ [SHEET]: sheetXml(manyRows(19_000)) })
  test.each([
    ['time', { maxMs: 1 }, 'The file takes too long to read.'],
    ['memory', { maxHeapMb: 16 }, 'The file takes too much memory to read.'],
  ])('is stopped by its %s limit', async (_, limits, message) => {
    await expect(readWithLongTimeout(large, { maxRows: 20_000, ...limits })).rejects.toMatchObject({
      code: 'SHEET_REFUSED',
      message,
    })
    expect(await readWithLongTimeout(workbookOf())).toHaveLength(1)
  })
})

describe('unusual but valid workbook', () => {
  test('reads few cells of a sheet that claims the maximum size, merged over all of it', async () => {
    const odd = sheetXml(`<row r="1">${cell('A1', 'Number')}</row><row r="1048576">${cell('B1048576', 'last')}</row>`, {
      before: '<dimension ref="A1:XFD1048576"/>',
      after: '<mergeCells count="1"><mergeCell ref="A1:XFD1048575"/></mergeCells>',
    })
    const [sheet] = await readWithLongTimeout(workbookOf({ [SHEET]: odd }))
    expect(sheet?.rows.map(({ line, cells }) => [line, cells[0], cells.length])).toEqual([
      [1, 'Number', 100],
      [1_048_576, '', 2],
    ])
  })
  test('reads a workbook with a hyperlink and with an image', async () => {
    const file = withRelationship(HYPERLINK)
    expect(await readWithLongTimeout(file)).toMatchObject([{ rows: [{ cells: ['Number', 'Driver'] }] }])
    expect(await readWithLongTimeout(workbookOf({ 'xl/media/image1.png': noise(9_000) }))).toMatchObject([
      { name: 'Cars' },
    ])
  })
})

/** A file that takes long to read: each row is checked against each merged range. */
const slowFile = (rows: number, merges: number) =>
  workbookOf({
    [SHEET]: sheetXml(manyRows(rows), {
      after: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(merges)}</mergeCells>`,
    }),
  })
const cpuMsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

describe('reading in a worker', () => {
  test('barely uses the main thread', async () => {
    const file = slowFile(1_000, 1_000)
    const beforeReadingHere = process.threadCpuUsage()
    readFile(file, SHEET_LIMITS)
    const readingMs = cpuMsSince(beforeReadingHere)
    const before = process.threadCpuUsage()
    let turns = 0
    let done = false
    const reading = readWithLongTimeout(file).finally(() => {
      done = true
    })
    while (!done) {
      turns += 1
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await reading
    expect(cpuMsSince(before)).toBeLessThan(readingMs / 2)
    expect(turns).toBeGreaterThan(5)
  })
  test('reads two files at once, queues four and rejects further ones with a retry time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => readWithLongTimeout(workbookOf())))
    const busy = { status: 'rejected', reason: { kind: 'unavailable', retryAfterSeconds: 2 } }
    expect(outcomes.slice(6)).toMatchObject([busy, busy])
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
    expect(await readWithLongTimeout(workbookOf())).toHaveLength(1)
  })
  test('rejects queued files after the queue timeout and stops each read after two seconds', async () => {
    const slow = slowFile(4_900, 100_000)
    const outcomes = await Promise.allSettled([slow, slow, workbookOf()].map((file) => readSheets(file)))
    const late = { status: 'rejected', reason: { message: 'The file takes too long to read.' } }
    expect(outcomes).toMatchObject([late, late, { status: 'rejected', reason: { kind: 'unavailable' } }])
    expect(await readWithLongTimeout(workbookOf())).toHaveLength(1)
  })
})
