import { describe, expect, test } from 'vitest'
import { readSheet } from './sheet.ts'

const grid = (...lines: string[]) => ({
  rows: lines.map((line, index) => ({ line: index + 1, cells: line.split('|') })),
})
const parseSheet = (...lines: string[]) => readSheet(grid(...lines))
const rowsOf = (...lines: string[]) => parseSheet(...lines)?.rows.map(({ line: _, ...row }) => row)

describe('sheet', () => {
  test('reads a sheet by its header, in any order and letter case', () => {
    expect(
      rowsOf(
        'LAPS|driver|#|Fastest Lap|pos|Team|Race Time|GAP|Status',
        '39|Jed Harrowell (AUS)|31|1:20.2983|1|Tarmac Lab|52:10.1||',
        '39|Mia/Jo|07|80.4417|2|||+1.204|classified',
        '|Bo|54|1:21|3|||+1 lap|Finished',
        '12|Al|18|–|||||DNF',
        '39|Cy|88|1:20.9|DSQ||||',
        '|Di|9||||||',
      ),
    ).toEqual([
      {
        number: '31',
        driver: 'Jed Harrowell',
        position: 1,
        status: 'classified',
        laps: 39,
        timeMs: 3_130_100,
        bestLapMs: 80_298.3,
      },
      {
        number: '07',
        driver: 'Mia/Jo',
        position: 2,
        status: 'classified',
        laps: 39,
        bestLapMs: 80_441.7,
        gapMs: 1_204,
      },
      { number: '54', driver: 'Bo', position: 3, status: 'classified', bestLapMs: 81_000, lapsDown: 1 },
      { number: '18', driver: 'Al', position: null, status: 'dnf', laps: 12 },
      { number: '88', driver: 'Cy', position: null, status: 'dsq', laps: 39, bestLapMs: 80_900 },
      { number: '9', driver: 'Di', position: null, status: null },
    ])
  })
  test('reads titles above the header as those of a page', () => {
    expect(parseSheet('Super2 Series|Race 1', 'PROVISIONAL', 'Issue 3', 'Position|Number', '1|27')).toMatchObject({
      status: 'provisional',
      issue: 3,
      rows: [{ line: 5, number: '27' }],
    })
  })
  test('reads a sheet without a header as positions, numbers, and the further columns of our sheets', () => {
    expect(rowsOf('1|8||39|1:20.2983|', '2|#7||39||+1.204', '|9|DSQ|39||')).toEqual([
      { number: '8', driver: '', position: 1, status: 'classified', laps: 39, bestLapMs: 80_298.3 },
      { number: '7', driver: '', position: 2, status: 'classified', laps: 39, gapMs: 1_204 },
      { number: '9', driver: '', position: null, status: 'dsq', laps: 39 },
    ])
    expect(rowsOf('1|8|Ada Quinn', '2|7|Bo')).toMatchObject([{ driver: 'Ada Quinn' }, { driver: 'Bo' }])
    expect(rowsOf('2 8', '1 7')).toMatchObject([
      { position: 2, number: '8' },
      { position: 1, number: '7' },
    ])
  })
  test('derives positions from the order of a sheet of numbers alone, or without positions', () => {
    expect(rowsOf('54', '007')).toMatchObject([
      { position: 1, number: '54' },
      { position: 2, number: '007' },
    ])
    expect(rowsOf('No|Status', '5|', '6|DNF', '7|')).toMatchObject([
      { position: 1, number: '5' },
      { position: null, status: 'dnf' },
      { position: 2, number: '7' },
    ])
  })
  test('rejects an entry list, whatever its column names', () => {
    const entryListMessage =
      'This page is an entry list. Send the classification, or just the numbers in finishing order, one a line.'
    expect(() => parseSheet('No|Driver|Team|Class|Vehicle', '5|Ada Quinn|Kauri|EXT|Excel')).toThrow(entryListMessage)
    expect(() => parseSheet('Entries', 'Car No.|Drivers|Make', '5|Ada Quinn|Toyota')).toThrow(entryListMessage)
    expect(rowsOf('Pos|No|Driver|Team', '1|5|Ada Quinn|Kauri')).toMatchObject([{ number: '5', position: 1 }])
    expect(rowsOf('No|Driver', '5|Ada Quinn')).toMatchObject([{ number: '5', position: 1 }])
    expect(rowsOf('No|Team|Status', '5|Kauri|DNF')).toMatchObject([{ number: '5', status: 'dnf' }])
  })
  test('reports rows that decide places and are invalid, and skips invalid times', () => {
    const sheet = parseSheet(
      'Pos|No|Status|Laps|Best|Gap',
      '1|7|crashed||',
      'first|31',
      '2|',
      '3|18||x|fast|far',
      '|5|classified',
      '4|Ada',
    )
    expect(sheet?.errors).toEqual([
      { line: 2, message: 'Car 7: “crashed” isn’t a status. Use classified, NC, DNF, DNS or DSQ.' },
      { line: 3, message: 'Car 31: “first” isn’t a position.' },
      { line: 4, message: 'This row has no car number.' },
      { line: 6, message: 'Car 5 is classified and has no position.' },
      { line: 7, message: '“Ada” isn’t a car number.' },
    ])
    expect(sheet?.notes).toEqual([
      'Line 5, car 18: “x” isn’t a number of laps, so it’s left out.',
      'Line 5, car 18: “fast” isn’t a lap time, so it’s left out.',
      'Line 5, car 18: “far” isn’t a gap, so it’s left out.',
    ])
    expect(sheet?.rows).toEqual([{ line: 5, number: '18', driver: '', position: 3, status: 'classified' }])
  })
  test('rejects a formula in the row of a car, and notes one beside or below the list', () => {
    const rows = [
      { line: 1, cells: ['Pos', 'No', 'Driver', 'Gap', 'Checked'] },
      { line: 2, cells: ['1', '27', 'Sam Petrakis', '', ''], formulas: [4] },
      { line: 3, cells: ['2', '6', 'Ash Brandt', '', ''], formulas: [3] },
      { line: 4, cells: ['', '', '', '', ''], formulas: [0] },
      { line: 5, cells: ['Cars', '', '', ''], formulas: [1] },
    ]
    expect(readSheet({ rows })).toMatchObject({
      rows: [{ number: '27' }],
      errors: [{ line: 3, message: 'Cell D3 is a formula. Put its value there instead: formulas are not computed.' }],
      notes: ['Formulas are left out, beside what was read: E2, A4, B5.'],
    })
  })
  test('rejects a list of laps', () => {
    expect(() => parseSheet('Car|Lap|Lap Time', '27|1|1:41.0', '27|2|1:42.0')).toThrow(
      expect.objectContaining({
        code: 'PAGE_REFUSED',
        message:
          'This page lists lap times. Send the classification, or just the numbers in finishing order, one a line.',
      }),
    )
  })
  test('accepts dots in column names', () => {
    expect(rowsOf('Pos.|Car.No|Race.Time|Fastest...Lap', '1|27|31:02.4|7 1:41.0')).toEqual([
      { number: '27', driver: '', position: 1, status: 'classified', timeMs: 1_862_400, bestLapMs: 101_000 },
    ])
  })
  test('reads no classification from a sheet that names no car', () => {
    expect(parseSheet('Dear all', 'the result follows')).toBeUndefined()
    expect(readSheet({ rows: [] })).toBeUndefined()
  })
})
