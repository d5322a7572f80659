import { carReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { rowsOf, toClassification } from './classification.ts'
import { parseSheet } from './sheet.ts'
import { someCars } from './test-rows.ts'

const rows = rowsOf(someCars(), null)
const sheet = (...lines: string[]) => parseSheet(lines.join('\n'), rows)
const numbers = (parsed: ReturnType<typeof parseSheet>) =>
  parsed.rows.map(({ number, status }) => `${number} ${status}`)

describe('a sheet', () => {
  test('gives order, status, laps, best lap and gap', () => {
    const parsed = sheet(
      'Pos\tNo\tStatus\tLaps\tBest lap\tGap',
      '1\t31\tclassified\t39\t1:20.2983\t',
      '2\t7\t\t39\t80.4417\t+1.204',
      '3\t54\tFinished\t\t1:21\t+1 lap',
      '\t18\tDNF\t12\t–\t',
      'DSQ\t88\t\t39\t1:20.9\t',
      '',
    )
    expect(parsed).toMatchObject({ errors: [], count: 5, missing: [] })
    expect(numbers(parsed)).toEqual(['31 classified', '7 classified', '54 classified', '18 dnf', '88 dsq'])
    expect(toClassification(parsed.rows)).toEqual([
      { position: 1, carId: 3, status: 'classified', laps: 39, bestLapMs: 80_298.3 },
      { position: 2, carId: 1, status: 'classified', laps: 39, bestLapMs: 80_441.7, gapMs: 1_204 },
      { position: 3, carId: 4, status: 'classified', laps: 38, bestLapMs: 81_000 },
      { position: null, carId: 2, status: 'dnf', laps: 12 },
      { position: null, carId: 5, status: 'dsq', laps: 39, bestLapMs: 80_900 },
    ])
  })
  test('may come unordered, with Windows line ends and numbers with zeros or a #', () => {
    const parsed = parseSheet('3\t007\r\n1\t#31\r\n2\t18\r\n', rows)
    expect(parsed.errors).toEqual([])
    expect(numbers(parsed).slice(0, 3)).toEqual(['31 classified', '18 classified', '7 classified'])
  })
  test('tells 05 from 5 by the plate, and takes the only car of a number whatever its zeros', () => {
    const cars = ['5', '05', '088'].map((plate, index) =>
      carReply({ id: index + 1, number: Number(plate), plate, driver: `Driver ${plate}` }),
    )
    const doors = rowsOf(cars, null)
    const read = parseSheet('1\t05\n2\t88\n3\t5', doors)
    expect(read).toMatchObject({ errors: [], rows: [{ plate: '05' }, { plate: '088' }, { plate: '5' }] })
    expect(parseSheet('1\t005', doors).errors).toEqual([
      { line: 1, message: 'No car of this session has the number 005.' },
    ])
  })
  test('of numbers alone gives the order; cars it does not name are left out, at the end', () => {
    const parsed = sheet('54', '7')
    expect(numbers(parsed)).toEqual(['54 classified', '7 classified', '18 out', '31 out', '88 out'])
    expect(parsed.missing.map(({ number }) => number)).toEqual([18, 31, 88])
  })
  test('leaves what an empty cell does not say', () => {
    const entered = rows.map((row) => (row.number === 7 ? { ...row, laps: '39', bestLap: '1:20.0000' } : row))
    expect(parseSheet('1\t7\t\t38', entered).rows[0]).toMatchObject({ laps: '38', bestLap: '1:20.0000' })
  })
})

describe('a sheet with errors', () => {
  test('says which rows are wrong, and how', () => {
    const parsed = sheet('1\t99', '2\t7\tcrashed', '2\t18\t\tx\tfast\tfar', 'first\t31', '4\t7', '2\t54', '5\t')
    expect(parsed.errors).toEqual([
      { line: 1, message: 'No car of this session has the number 99.' },
      { line: 2, message: '“crashed” is no status. Use classified, NC, DNF, DNS or DSQ.' },
      { line: 3, message: 'Laps: “x” is no number of laps.' },
      { line: 3, message: 'Best lap: “fast” is no lap time. Type it as 1:20.2983.' },
      { line: 3, message: 'Gap: “far” is no gap. Type it as +1.204 or +1 lap.' },
      { line: 3, message: 'Position 2 stands in row 2 already.' },
      { line: 4, message: '“first” is no position.' },
      { line: 5, message: 'Car 7 stands in row 2 already.' },
      { line: 6, message: 'Position 2 stands in row 3 already.' },
      { line: 7, message: 'There is no number.' },
    ])
  })
  test('says which of the first three is missing before it is sent', () => {
    expect(sheet('6\t31', '7\t18').errors).toEqual([
      { line: 1, message: 'Position 1 is missing. A result that goes on after it needs the first three.' },
    ])
    expect(sheet('4\t88', '1\t31', '3\t18').errors).toMatchObject([{ line: 3 }])
    expect(sheet('1\t31\tDSQ', '2\t18', '3\t7', '\t54\tNC', '20\t88\tDNF').errors).toEqual([])
    expect(sheet('1\t31', '20\t88\tDNF').errors).toEqual([])
  })
  test('nothing is nothing', () => {
    expect(parseSheet(' \n\t\n', rows)).toMatchObject({ count: 0, errors: [] })
  })
})
