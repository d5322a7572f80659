import { describe, expect, test } from 'vitest'
import { utils, type WorkSheet, write } from 'xlsx'
import { readPatiently } from './fixtures/read-patiently.ts'

const workbook = (sheets: Record<string, WorkSheet>, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array =>
  new Uint8Array(write({ SheetNames: Object.keys(sheets), Sheets: sheets }, { type: 'array', bookType }))

const refused = (message: string | RegExp) =>
  expect.objectContaining({ code: 'SHEET_REFUSED', message: expect.stringMatching(message) })

describe('a workbook', () => {
  test.each(['xlsx', 'biff8'] as const)('is read as it is shown (%s)', async (bookType) => {
    const cars = utils.aoa_to_sheet([
      ['Entry list', null, null],
      [],
      ['Number', 'Driver', 'Start'],
      ['007', 'Jürgen Weiß', { t: 'n', v: 46_347.4444445, z: 'dd/mm/yyyy hh:mm' }],
      [7, ' Ann ', { t: 'n', v: 0.00117, z: 'm:ss.000' }],
    ])
    cars['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } }]
    expect(await readPatiently(workbook({ Cars: cars, Empty: utils.aoa_to_sheet([]) }, bookType))).toEqual([
      {
        name: 'Cars',
        rows: [
          { line: 1, cells: ['Entry list', 'Entry list', 'Entry list'] },
          { line: 3, cells: ['Number', 'Driver', 'Start'] },
          { line: 4, cells: ['007', 'Jürgen Weiß', '2026-11-21T10:40'] },
          { line: 5, cells: ['7', 'Ann', '1:41.088'] },
        ],
      },
      { name: 'Empty', rows: [] },
    ])
  })
  test('with a formula is refused by its cell', async () => {
    const sheet = utils.aoa_to_sheet([['Number'], [{ t: 'n', v: 3, f: '1+2' }]])
    await expect(readPatiently(workbook({ Cars: sheet }))).rejects.toEqual(refused(/^Cell A2 of “Cars” is a formula/))
  })
})

describe('separated text', () => {
  test('keeps what is quoted together, and quotes that belong to a name', async () => {
    const text = 'Number,Driver\r\n7,"Marsh, ""Ollie""\nBrandt"\r8,"Lou" Brandt\n'
    const [sheet] = await readPatiently(Buffer.from(text))
    expect(sheet?.rows.map(({ cells }) => cells[1])).toEqual(['Driver', 'Marsh, "Ollie" Brandt', '"Lou" Brandt'])
  })
  test.each([
    ['commas', 'Number,Driver\n007,"Marsh, Ollie"\n'],
    ['semicolons and a mark', '\uFEFFNumber;Driver\r\n007;Marsh, Ollie\r\n'],
    ['tabs', 'Number\tDriver\n007\tMarsh, Ollie'],
  ])('is read by its %s', async (_, text) => {
    expect(await readPatiently(Buffer.from(text))).toEqual([
      {
        name: 'Text',
        rows: [
          { line: 1, cells: ['Number', 'Driver'] },
          { line: 2, cells: ['007', 'Marsh, Ollie'] },
        ],
      },
    ])
  })
})
