import { describe, expect, test } from 'vitest'
import { readNatsoftPage } from './natsoft-page.ts'
import { parseTime } from './times.ts'

const RACE = `
2026 Southern Cross 500 - Rd 11
Kingsway Street Circuit

Super2 Series - Race 1

CLASSIFICATION
Race R1       18 Laps
Scheduled Start 10:40
PROVISIONAL                                             Page 1           Issue 2
                                                        Start Sat Nov 21   10:43
                                                        Elapsed Time       31:07
________________________________________________________________________________
Pos Car  Driver                   Competitor/Team          Vehicle        Cap  CL   Laps      Race Time  Fastest...Lap

1    27  Sam Petrakis (AUS)       Lakeside Racing          Mustang GT     5000 SC    18  31:02.4410     7 1:41.0230*
2    06  Ash Brandt (NZ)          Tarmac Lab               Camaro ZL1     5700 SC    18  31:03.9920     4 1:41.2210R
3   112  J.Lee/Mia O'Neil         Redgum Racing            Mustang GT     5000 SC    18  31:10.0070     9 1:41.4000
4    41  Björn Ærøe (SWE)         Fjord Motorsport         Mustang GT     5000 SC    17       1 lap     9 1:42.4000r
NC   42  Ines Okafor (AUS)        Fjord Motorsport         Mustang GT     5000 SC     4   7:10.0070     2 1:43.4000
DNF  33  Lou Brandt (AUS)         Redgum Racing            Camaro ZL1     5700 SC     9  16:01.0020     3 1:42.0010
RET  34  Kit Ames (AUS)           Redgum Racing            Camaro ZL1     5700 SC     2                 2 1:45.0010
DNS   4  Theo Quist (AUS)         Harbour GT               Mustang GT     5000 SC
DSQ  19  Nils Corbett             Red Dust Utes            Mustang GT     5000 SC    18  31:20.1000     5 1:41.9000
DQ   20  Ola Corbett              Red Dust Utes            Mustang GT     5000 SC    18  31:20.2000     5 1:41.9010
EXC  21  Per Corbett              Red Dust Utes            Mustang GT     5000 SC    18  31:20.3000     5 1:41.9020
     13  Kim Vale (AUS)           Brightline Racing        Camaro ZL1     5700 SC

Fastest Lap Av.Speed Is 154kph
*=fastest lap time
Issue# 2 - Printed Sat Nov 21 12:00:24 2026
`
const QUALIFYING = `
Super2 Series - Qualifying

CLASSIFICATION
FINAL                                     Page 1           Issue 1
Pos Car Competitor/Team        Driver                 Vehicle       CL  Laps  Fastest...Lap        Gap
1   112 Redgum Racing          J.Lee                  Mustang GT    A     12    11 1:40.0001*
2    27 Lakeside Racing        Sam Petrakis (AUS)     Mustang GT    B     10     9 1:40.2001    0:00.2000
     33 Redgum Racing          Lou Brandt (AUS)       Camaro ZL1    A      2
`

const rowsOf = (text: string) => readNatsoftPage(text)?.rows.map(({ line: _, ...row }) => row)
const race = rowsOf(RACE)

describe('classification page of a race', () => {
  test('reads session, status and issue of a page', () => {
    expect(readNatsoftPage(RACE)).toMatchObject({ title: 'Super2 Series - Race 1', status: 'provisional', issue: 2 })
    expect(readNatsoftPage(QUALIFYING)).toMatchObject({
      title: 'Super2 Series - Qualifying',
      status: 'official',
      issue: 1,
    })
  })
  test('returns each row with all columns, lines counted from 1', () => {
    expect(race).toEqual([
      {
        number: '27',
        driver: 'Sam Petrakis',
        position: 1,
        status: 'classified',
        laps: 18,
        timeMs: 1_862_441,
        bestLapMs: 101_023,
      },
      {
        number: '06',
        driver: 'Ash Brandt',
        position: 2,
        status: 'classified',
        laps: 18,
        timeMs: 1_863_992,
        bestLapMs: 101_221,
      },
      {
        number: '112',
        driver: "J.Lee/Mia O'Neil",
        position: 3,
        status: 'classified',
        laps: 18,
        timeMs: 1_870_007,
        bestLapMs: 101_400,
      },
      {
        number: '41',
        driver: 'Björn Ærøe',
        position: 4,
        status: 'classified',
        laps: 17,
        lapsDown: 1,
        bestLapMs: 102_400,
      },
      {
        number: '42',
        driver: 'Ines Okafor',
        position: null,
        status: 'nc',
        laps: 4,
        timeMs: 430_007,
        bestLapMs: 103_400,
      },
      {
        number: '33',
        driver: 'Lou Brandt',
        position: null,
        status: 'dnf',
        laps: 9,
        timeMs: 961_002,
        bestLapMs: 102_001,
      },
      { number: '34', driver: 'Kit Ames', position: null, status: 'dnf', laps: 2, bestLapMs: 105_001 },
      { number: '4', driver: 'Theo Quist', position: null, status: 'dns' },
      {
        number: '19',
        driver: 'Nils Corbett',
        position: null,
        status: 'dsq',
        laps: 18,
        timeMs: 1_880_100,
        bestLapMs: 101_900,
      },
      {
        number: '20',
        driver: 'Ola Corbett',
        position: null,
        status: 'dsq',
        laps: 18,
        timeMs: 1_880_200,
        bestLapMs: 101_901,
      },
      {
        number: '21',
        driver: 'Per Corbett',
        position: null,
        status: 'dsq',
        laps: 18,
        timeMs: 1_880_300,
        bestLapMs: 101_902,
      },
      { number: '13', driver: 'Kim Vale', position: null, status: null },
    ])
    const page = readNatsoftPage(RACE)
    expect([page?.rows[0]?.line, page?.errors, page?.notes]).toEqual([16, [], []])
  })
  test('reads the same from the table alone, with Windows line ends, or in another encoding', () => {
    const table = RACE.slice(RACE.indexOf('Pos Car'), RACE.indexOf('Fastest Lap Av'))
    expect(rowsOf(table)).toEqual(race)
    expect(rowsOf(RACE.replaceAll('\n', '\r\n').normalize('NFD'))).toEqual(race)
    expect(readNatsoftPage(table)).toMatchObject({ title: null, status: null, issue: null })
  })
  test('reads the same if copying turned spaces into tabs; after single spaces the team may follow the driver', () => {
    expect(rowsOf(RACE.replaceAll(/ {2,}(?=\S)/g, '\t'))).toEqual(race)
    const collapsedRows = rowsOf(RACE.replaceAll(/ +/g, ' '))
    expect(collapsedRows?.map(({ driver: _, mayIncludeTeam: __, ...row }) => row)).toEqual(
      race?.map(({ driver: _, ...row }) => row),
    )
    expect(collapsedRows?.[0]).toMatchObject({ driver: 'Sam Petrakis' })
    expect(collapsedRows?.[2]).toMatchObject({
      driver: "J.Lee/Mia O'Neil Redgum Racing Mustang GT 5000 SC",
      mayIncludeTeam: true,
    })
  })
  test.each(['Race.Time', 'Race..Time', 'Race-Time', 'RaceTime', 'Elapsed.Time', 'Time', 'Race_Time'])(
    'is equal where the column of race times is called %s',
    (name) => {
      expect(rowsOf(RACE.replace('Race Time', name.padStart(9)))).toEqual(race)
    },
  )
  test('returns the laps of a car that is not classified, with and without a race time', () => {
    const text = RACE.replace('Laps      Race Time', 'Laps      Race.Time').replace(
      '4   7:10.0070     2',
      '4                2',
    )
    expect(rowsOf(text)?.find(({ number }) => number === '42')).toEqual({
      number: '42',
      driver: 'Ines Okafor',
      position: null,
      status: 'nc',
      laps: 4,
      bestLapMs: 103_400,
    })
  })
  test('ignores an unknown column of numbers', () => {
    const text = RACE.replace('Race Time  Fastest', 'Race.Time  Av.Speed  Fastest').replaceAll(
      /(\d\d:\d\d\.\d{4})( {5})/g,
      '$1  154  $2',
    )
    expect(rowsOf(text)?.slice(0, 3)).toEqual(race?.slice(0, 3))
  })
  test('reads a page without its header', () => {
    const lines = RACE.split('\n').slice(15, 18).join('\n')
    expect(rowsOf(lines)).toEqual(race?.slice(0, 3))
    expect(rowsOf(lines.replaceAll(/ +/g, ' '))?.map(({ number, position }) => [position, number])).toEqual([
      [1, '27'],
      [2, '06'],
      [3, '112'],
    ])
  })
  test('reads a classification of several pages, each with its header', () => {
    const [head, table] = [RACE.slice(0, RACE.indexOf('Pos Car')), RACE.slice(RACE.indexOf('Pos Car'))]
    const lines = table.split('\n')
    const first = [...lines.slice(0, 6), ''].join('\n')
    const second = [lines[0], '', ...lines.slice(6)].join('\n').replace('Pos Car  Driver  ', 'Pos Car  Driver  ')
    expect(rowsOf(head + first + head.replace('Page 1', 'Page 2') + second)).toEqual(race)
  })
})

describe('classification page of a timed session', () => {
  test('reads the columns of a timed session, with a fastest lap and a gap', () => {
    expect(rowsOf(QUALIFYING)).toEqual([
      { number: '112', driver: 'J.Lee', position: 1, status: 'classified', laps: 12, bestLapMs: 100_000.1 },
      {
        number: '27',
        driver: 'Sam Petrakis',
        position: 2,
        status: 'classified',
        laps: 10,
        bestLapMs: 100_200.1,
        gapMs: 200,
      },
      { number: '33', driver: 'Lou Brandt', position: null, status: null, laps: 2 },
    ])
  })
})

describe('content that cannot be parsed', () => {
  test.each([
    ['session', 'Super2 Series - Race 1', 'Super2 Series - Race 2'],
    ['issue', 'Issue 2\n', 'Issue 3\n'],
    ['standing', 'PROVISIONAL', 'FINAL      '],
  ])('reports a later page of another %s, though its rows continue', (_, text, otherText) => {
    const [head, table] = [RACE.slice(0, RACE.indexOf('Pos Car')), RACE.slice(RACE.indexOf('Pos Car'))]
    const lines = table.split('\n')
    const [first, second] = [lines.slice(0, 6), [lines[0], '', ...lines.slice(6)]].map((part) => part.join('\n'))
    const page = (other: string) => readNatsoftPage(`${head}${first}\n${other}${second}`)
    expect(page(head)?.errors).toEqual([])
    expect(page(head.replace(text, otherText))?.errors).toEqual([
      { line: expect.any(Number), message: expect.stringContaining('starts another page') },
    ])
  })
  test('reports an unknown status and a broken row with their lines', () => {
    const page = readNatsoftPage(RACE.replace('NC   42 ', 'XYZ  42 ').replace('DNS   4  Theo', 'DNS  ??  Theo'))
    expect(page?.errors).toMatchObject([
      { line: 20, message: 'Car 42: “XYZ” is neither a position nor a status.' },
      { line: 23, message: expect.stringContaining('could not be read') },
    ])
    expect(page?.rows).toHaveLength(10)
  })
  test('notes a time that cannot be parsed', () => {
    const page = readNatsoftPage(RACE.replace('1:41.0230*', '1:4x.0230*'))
    expect(page?.notes).toEqual(['Line 16, car 27: “1:4x.0230*” isn’t a time, so it’s left out.'])
    expect(page?.rows[0]).toMatchObject({ timeMs: 1_862_441, laps: 18 })
    expect(page?.rows[0]).not.toHaveProperty('bestLapMs')
  })
  test.each([
    '',
    'Good morning',
    '1;27\n2;6',
    'Pos\tNo\tDriver\tLaps\n1\t27\tSam\t18',
    'Pos\tNo\tDriver\tLaps\tBest\n1\t27\tSam\t18\t1:20.2983',
  ])('reads no page from %j', (text) => {
    expect(readNatsoftPage(text)).toBeUndefined()
  })
})

test.each([
  ['1:41.0230*', 101_023],
  ['31:02.4410', 1_862_441],
  ['6:01:02.4410', 21_662_441],
  ['101:02.5', 6_062_500],
  ['59.9999r', 59_999.9],
  ['R1:41.02', 101_020],
  ['1:61.0', undefined],
  ['1:4x', undefined],
])('parses %s as %s ms', (text, ms) => {
  expect(parseTime(text)).toBe(ms)
})

test('continues drivers of a car in the next line', () => {
  const [head = '', row = ''] = RACE.split('\n').slice(13, 16).filter(Boolean)
  const lines = [head, '', row.replace('Sam Petrakis (AUS) ', 'Sam Petrakis (AUS)/'), `${' '.repeat(9)}Ada Quinn (NZ)`]
  expect(rowsOf(lines.join('\n'))).toMatchObject([{ number: '27', driver: 'Sam Petrakis/Ada Quinn' }])
})

describe('malicious text', () => {
  const [head = ''] = RACE.split('\n').slice(13)
  const line = (text: string) => `${text.repeat(Math.floor(990 / text.length))}\n`
  test.each([
    ['figures', head + line('1 27 a 1:41.0230 ').repeat(500)],
    ['figures of a collapsed page', head.replaceAll(/ +/g, ' ') + line('1 27 a b ').repeat(500)],
    ['brackets', head + line('1 27 ((((').repeat(500)],
    ['drivers that go on', `${head}\n${RACE.split('\n')[15]}/\n${`${' '.repeat(9)}/Ada Quinn\n`.repeat(20_000)}`],
    ['headers', `${head.trim()}${' a'.repeat(400)}\n`.repeat(500)],
    ['one line', '1 27 a 1:41.0230 '.repeat(30_000)],
    ['a cell within a row', RACE.replace('Lakeside Racing', 'R'.repeat(500_000))],
    ['a mark without end', RACE.replace('1:41.0230*', `1:41.0230${'R'.repeat(500_000)}`)],
    ['a column without end', RACE.replace('Vehicle', 'V'.repeat(500_000))],
    ['spaces', `Pos${' '.repeat(500_000)}Car`],
  ])('parses malicious text fast: %s', (_, text) => {
    readNatsoftPage(text.slice(0, 5_000))
    const before = process.threadCpuUsage()
    readNatsoftPage(text)
    const { user, system } = process.threadCpuUsage(before)
    // Some tens of milliseconds; anything that is not linear takes seconds.
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })
})

test('reports an overlong row or header, and notes any other overlong line', () => {
  const long = 'R'.repeat(500_000)
  const errorsOf = (text: string) => readNatsoftPage(text)?.errors
  const message = 'The line is longer than 1,000 characters and was not read.'
  expect(errorsOf(RACE.replace('Lakeside Racing', long))).toEqual([{ line: 16, message }])
  expect(errorsOf(RACE.replace('Vehicle', long))).toContainEqual({ line: 14, message })
  expect(readNatsoftPage(RACE.replace('Kingsway', long))).toMatchObject({
    errors: [],
    notes: ['Line 3 is longer than 1,000 characters and was not read.'],
  })
})

/** A seeded generator: the same pages each time. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const clock = (ms: number): string => {
  const [minutes, rest] = [Math.floor(ms / 60_000), ms % 60_000]
  return `${minutes}:${(rest / 1000).toFixed(4).padStart(7, '0')}`
}

test('parses a printed classification, whatever its columns', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const next = random(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
    const width = (least: number) => least + Math.floor(next() * 12)
    const widths = { driver: width(26), team: width(18), vehicle: width(14) }
    const rows = Array.from({ length: 1 + Math.floor(next() * 60) }, (_, index) => ({
      position: index + 1,
      number: String(index * 7 + 1),
      driver: `${pick(['Ada', 'Björn', 'J.', 'Zoë', 'Łukasz'])} ${pick(['O’Neil', 'van Dam', 'Quist', 'Müller-Ohm'])}`,
      laps: 1 + Math.floor(next() * 161),
      timeMs: 60_000 + Math.floor(next() * 72_000_000) / 10,
      bestLapMs: 60_000 + Math.floor(next() * 1_200_000) / 10,
    }))
    const head = `Pos Car  ${'Driver'.padEnd(widths.driver)}${'Competitor/Team'.padEnd(widths.team)}${'Vehicle'.padEnd(widths.vehicle)}CL   Laps      Race Time  Fastest...Lap`
    const printed = rows.map(
      (row) =>
        `${String(row.position).padEnd(3)} ${row.number.padStart(3)}  ${`${row.driver} (AUS)`.padEnd(widths.driver)}${'Tarmac Lab'.padEnd(widths.team)}${'Mustang 68'.padEnd(widths.vehicle)}SC  ${String(row.laps).padStart(4)}  ${clock(row.timeMs).padStart(12)}   ${String(1 + Math.floor(next() * 30)).padStart(3)} ${clock(row.bestLapMs)}`,
    )
    const parsedRows = rowsOf([head, '', ...printed].join('\n'))
    expect(parsedRows).toEqual(rows.map((row) => ({ ...row, status: 'classified' })))
  }
})
