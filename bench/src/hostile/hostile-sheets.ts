import { gzipSync, strToU8, zipSync } from 'fflate'
import { cell, lyingAbout, row, sheetOf, workbookOf } from './workbook-parts.ts'

const MB = 1024 * 1024
const HEADER = row(...['Number', 'Driver', 'Category'].map(cell))
const CAR = row(...['7', 'Marsh', 'Supercars'].map(cell))
const MANY_PARTS = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`xl/part${i}.xml`, strToU8('<a/>')]))
const ENTITIES = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')

/** Differently long, so that it packs as sheets do. */
const wideRows = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, at) =>
    row(...Array.from({ length: columns }, (_, column) => cell(`${at * 7919 + column}`))),
  ).join('')

/** Files that a spreadsheet is not, or must not be, by what they do. */
export const hostileSheets = (): Record<string, Uint8Array> => ({
  'a zip bomb of 600 MB': workbookOf(sheetOf(HEADER), { 'xl/media/bomb.xml': new Uint8Array(600 * MB) }),
  'a zip bomb that says it is small': lyingAbout(
    workbookOf(sheetOf(HEADER), { 'xl/bomb.xml': new Uint8Array(200 * MB) }),
    'xl/bomb.xml',
    1_000,
  ),
  'a sheet that unpacks to 200 MB': workbookOf(sheetOf(CAR.repeat((200 * MB) / CAR.length))),
  'a million rows': workbookOf(sheetOf('<row/>'.repeat(1_000_000))),
  'as many cells as are read': workbookOf(sheetOf(wideRows(4_900, 100))),
  '5,000 parts': workbookOf(sheetOf(HEADER), MANY_PARTS),
  'a formula': workbookOf(sheetOf(HEADER + row('<c><f>WEBSERVICE("http://192.0.2.1/")</f><v>1</v></c>'))),
  'a link to another workbook': workbookOf(sheetOf(HEADER), {
    'xl/externalLinks/externalLink1.xml': strToU8('<externalLink/>'),
  }),
  macros: workbookOf(sheetOf(HEADER), { 'xl/vbaProject.bin': new Uint8Array(100) }),
  'entities of entities': workbookOf(`<!DOCTYPE a [<!ENTITY e0 "ha">${ENTITIES}]>${sheetOf(row(cell('&e12;')))}`),
  'elements in elements': workbookOf(sheetOf(`${'<row>'.repeat(15_000)}<a>${'<b>'.repeat(400_000)}`)),
  'an archive that is no workbook': zipSync({ 'readme.txt': strToU8('hello') }),
  'half an archive': workbookOf(sheetOf(HEADER + CAR)).subarray(0, 500),
  'a workbook packed by gzip': gzipSync(workbookOf(sheetOf(HEADER + CAR))),
  'a picture': Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), new Uint8Array(1_000)]),
  'a web page': strToU8('<html><table><tr><td>Number</td></tr></table></html>'),
  'a program': Buffer.concat([strToU8('MZ'), new Uint8Array(2 * MB)]),
  'an .xls of noise': Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.from(Array.from({ length: 2 * MB }, (_, at) => (at * 2_654_435_761) >>> 24)),
  ]),
  'a million lines': strToU8('1,a\n'.repeat(1_000_000)),
  'a line of a million cells': strToU8(`Number${','.repeat(4_900_000)}`),
  'quotes that never end': strToU8(`Number,Driver\n${'"a","'.repeat(900_000)}`),
  'a formula as text': strToU8('Number,Driver\n7,"=HYPERLINK(""http://192.0.2.1/"")"\n'),
  '6 MB': new Uint8Array(6 * MB).fill(0x61),
  nothing: new Uint8Array(),
})
