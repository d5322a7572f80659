import { strToU8, type Zippable, zipSync } from 'fflate'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (...found: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${found.join('')}</Relationships>`
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** A cell of text. */
export const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`

export const sheetOf = (rows: string): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`

/** An .xlsx of one sheet, with other or more parts where `over` names them. */
export const workbookOf = (sheet: string, over: Zippable = {}): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Cars" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'))),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...over,
  })

/** What an archive says of a part's unpacked size, in both places where it does; the data stay. */
export const lyingAbout = (archive: Uint8Array, name: string, size: number): Uint8Array => {
  const bytes = Buffer.from(archive)
  const told = [
    { mark: Buffer.from([0x50, 0x4b, 3, 4]), sizeAt: 22, nameAt: 30 },
    { mark: Buffer.from([0x50, 0x4b, 1, 2]), sizeAt: 24, nameAt: 46 },
  ]
  for (const { mark, sizeAt, nameAt } of told)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 4))
      if (bytes.subarray(at + nameAt, at + nameAt + name.length).toString() === name)
        bytes.writeUInt32LE(size, at + sizeAt)
  return bytes
}
