import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { describe, expect, test } from 'vitest'
import { utils, type WorkSheet, write } from 'xlsx'
import { withSharedText } from './fixtures/hostile.ts'
import { readWithLongTimeout } from './fixtures/read-with-long-timeout.ts'

const workbook = (sheets: Record<string, WorkSheet>, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array =>
  new Uint8Array(write({ SheetNames: Object.keys(sheets), Sheets: sheets }, { type: 'array', bookType }))

describe('workbook', () => {
  test.each(['xlsx', 'biff8'] as const)('is read as displayed (%s)', async (bookType) => {
    const cars = utils.aoa_to_sheet([
      ['Entry list', null, null],
      [],
      ['Number', 'Driver', 'Start'],
      ['007', 'Jürgen Weiß', { t: 'n', v: 46_347.4444445, z: 'dd/mm/yyyy hh:mm' }],
      [7, ' Ann ', { t: 'n', v: 0.00117, z: 'm:ss.000' }],
    ])
    cars['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } }]
    expect(await readWithLongTimeout(workbook({ Cars: cars, Empty: utils.aoa_to_sheet([]) }, bookType))).toEqual([
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
  test('names the columns of formulas, in text and in arrays, and omits their values', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Number', 'Driver'],
      [{ t: 'n', v: 3, f: '1+2' }, 'Ann'],
      ['7', 'Bo'],
    ])
    const totals = utils.aoa_to_sheet([['Number'], [7], [{ t: 'n', v: 1, f: 'COUNTA(A2:A2)' }]])
    expect(await readWithLongTimeout(workbook({ Cars: sheet, Totals: totals }))).toMatchObject([
      { rows: [{ line: 1 }, { line: 2, cells: ['', 'Ann'], formulas: [0] }, { cells: ['7', 'Bo'] }] },
      { rows: [{ line: 1 }, { line: 2, cells: ['7'] }, { line: 3, cells: [''], formulas: [0] }] },
    ])
  })
  test('formats numbers as displayed, so that a plate of the format 00 retains its zero', async () => {
    const sheet = utils.aoa_to_sheet([['Number'], [{ t: 'n', v: 5, z: '00' }], [{ t: 'n', v: 7, z: '"#"0' }]])
    const [read] = await readWithLongTimeout(workbook({ Cars: sheet }))
    expect(read?.rows.map(({ cells }) => cells[0])).toEqual(['Number', '05', '#7'])
  })
  test.each([
    ['1900', false, 46_347.4444445],
    ['1904', true, 46_347.4444445 - 1_462],
  ])('reads dates of the %s epoch', async (_, date1904, value) => {
    const sheet = utils.aoa_to_sheet([['Start'], [{ t: 'n', v: value, z: 'dd/mm/yyyy hh:mm' }]])
    const file = write(
      { SheetNames: ['Sessions'], Sheets: { Sessions: sheet }, Workbook: { WBProps: { date1904 } } },
      { type: 'array', bookType: 'xlsx' },
    )
    const [read] = await readWithLongTimeout(new Uint8Array(file))
    expect(read?.rows[1]?.cells).toEqual(['2026-11-21T10:40'])
  })
  test('omits a hidden sheet that comes first', async () => {
    const lists = ['2025', '2026'].map((year) => utils.aoa_to_sheet([['Number'], [year.slice(2)]]))
    const file = write(
      {
        SheetNames: ['2025', '2026'],
        Sheets: { 2025: lists[0], 2026: lists[1] } as Record<string, WorkSheet>,
        Workbook: { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] },
      },
      { type: 'array', bookType: 'xlsx' },
    )
    expect((await readWithLongTimeout(new Uint8Array(file))).map(({ name }) => name)).toEqual(['2026'])
  })
  test('truncates a cell at the maximum length and names its column', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Number', 'Note'],
      ['7', 'x'.repeat(30_000)],
    ])
    const [read] = await readWithLongTimeout(workbook({ Cars: sheet }))
    expect(read?.rows[1]).toEqual({ line: 2, cells: ['7', 'x'.repeat(MAX_CELL_CHARS)], cut: [1] })
  })
  test('treats empty shared strings as empty cells', async () => {
    const [read] = await readWithLongTimeout(withSharedText('', 2))
    expect(read?.rows).toEqual([])
    const [beside] = await readWithLongTimeout(withSharedText(' ', 1))
    expect(beside?.rows).toEqual([])
  })
})

describe('separated text', () => {
  test('parses quoted fields, and quotes inside a name', async () => {
    const text = 'Number,Driver\r\n7,"Marsh, ""Ollie""\nBrandt"\r8,"Lou" Brandt\n'
    const [sheet] = await readWithLongTimeout(Buffer.from(text))
    expect(sheet?.rows.map(({ cells }) => cells[1])).toEqual(['Driver', 'Marsh, "Ollie" Brandt', '"Lou" Brandt'])
  })
  test.each([
    ['commas', 'Number,Driver\n007,"Marsh, Ollie"\n'],
    ['semicolons and a mark', '\uFEFFNumber;Driver\r\n007;Marsh, Ollie\r\n'],
    ['tabs', 'Number\tDriver\n007\tMarsh, Ollie'],
  ])('is split by %s', async (_, text) => {
    expect(await readWithLongTimeout(Buffer.from(text))).toEqual([
      {
        name: 'Text',
        rows: [
          { line: 1, cells: ['Number', 'Driver'] },
          { line: 2, cells: ['007', 'Marsh, Ollie'] },
        ],
      },
    ])
  })
  test('names the columns of formulas and DDE calls, and truncates a cell at the maximum length', async () => {
    const text = `Number,Driver\n=1+1,Ann\n7,@SUM(1)*cmd|' /C calc'!A0\n+1.2,-3\n8,${'x'.repeat(500_000)}\n`
    const [sheet] = await readWithLongTimeout(Buffer.from(text))
    expect(sheet?.rows.slice(1)).toEqual([
      { line: 2, cells: ['', 'Ann'], formulas: [0] },
      { line: 3, cells: ['7', ''], formulas: [1] },
      { line: 4, cells: ['+1.2', '-3'] },
      { line: 5, cells: ['8', 'x'.repeat(MAX_CELL_CHARS)], cut: [1] },
    ])
  })
})
