import { readSheets, type Sheet } from '@purple-sector/sheets'
import { describe, expect, test } from 'vitest'
import { readEntryList } from './read-entry-list.ts'
import { uploadTemplate } from './template.ts'

const sheet = (name: string, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.flatMap((cells, index) => (cells.length === 0 ? [] : [{ line: index + 1, cells }])),
})
const parseSheets = (...sheets: Sheet[]) => {
  const { entries, errors, ...rest } = readEntryList(sheets)
  return { ...rest, errors, rows: entries.map(({ entry: { row: _, ...entry } }) => entry) }
}
const car = (plate: string, driver: string, overrides: object = {}) => ({
  kind: 'car',
  plate,
  driver,
  sheet: 'Cars',
  orMain: true,
  ...overrides,
})

describe('list of cars', () => {
  test('reads cars by their header, in any order, case, spacing and in two languages', () => {
    const [header, row] = [
      [' CO - driver ', 'Hersteller', 'start-nr.', 'DRIVER', 'Race ID', 'Kategorie', 'Modell', 'Klasse', 'Team Name'],
      ['Rory Tench', 'Ford', '007', 'Jürgen Weiß', '12', 'Super2', 'Mustang', 'Pro', 'Brightline'],
    ]
    const details = { coDriver: 'Rory Tench', manufacturer: 'Ford', race: '12', category: 'Super2' }
    expect(parseSheets(sheet('Cars', ['Entry list of Sunday'], [], header, [], row)).rows).toEqual([
      car('007', 'Jürgen Weiß', { ...details, model: 'Mustang', class: 'Pro', team: 'Brightline' }),
    ])
  })
  test('reads names as drivers without a column of drivers, and as cars with one', () => {
    expect(parseSheets(sheet('Cars', ['Name', 'Number'], ['Ann Lee', '1'])).rows).toEqual([car('1', 'Ann Lee')])
    expect(parseSheets(sheet('Cars', ['Name', 'Driver', 'No'], ['The Bullet', 'Ann Lee', '#1'])).rows).toEqual([
      car('1', 'Ann Lee', { name: 'The Bullet' }),
    ])
    expect(parseSheets(sheet('Cars', ['Name', 'Driver', 'No'], ['Ann Lee', '-', '1.0'])).rows).toEqual([
      car('1', 'Ann Lee'),
    ])
    expect(parseSheets(sheet('Cars', ['No', 'Driver'], ['1', 'Ann Lee / Bo Ray'])).rows).toEqual([
      car('1', 'Ann Lee', { coDriver: 'Bo Ray' }),
    ])
  })
  test('skips group headers, repeated headers and examples, and reads merged rows as headings', () => {
    const header = ['Number', 'Driver', 'Driver', 'Team']
    const list = sheet(
      'Entries',
      ['Car', 'People', 'People', 'People'],
      header,
      ['1', 'Ann Lee', '', 'Gully'],
      ['Super2', 'Super2', 'Super2', 'Super2'],
      ['2', 'Bo Ray', 'Kit Vale', 'Gully'],
      header,
      ['3', 'Cy Orr', '', '', 'Example row: is not entered'],
    )
    expect(parseSheets(list)).toMatchObject({
      examples: 1,
      errors: [],
      rows: [
        { plate: '1', sheet: 'Entries' },
        { plate: '2', sheet: 'Super2' },
      ],
    })
  })
  test('reports every fault of a row with row, driver, column and reason', () => {
    const list = sheet(
      'Cars',
      ['RaceId', 'No.', 'Driver'],
      ['1', '4O', 'Nils Corbett'],
      [],
      ['1', '', 'x'.repeat(101)],
      ['1', '7', ''],
      ['1', '1234', 'Ann Lee'],
      ['1', '9', 'Ann\\Lee'],
    )
    const rowPlace = (row: number, driver: string | null) => ({ sheet: 'Cars', row, driver })
    expect(parseSheets(list)).toMatchObject({
      rows: [],
      errors: [
        { ...rowPlace(2, 'Nils Corbett'), column: 'No.', message: '“4O” is not a number of 1 to 3 digits.' },
        { ...rowPlace(4, null), column: 'No.', message: 'Missing.' },
        { ...rowPlace(4, null), column: 'Driver', message: 'Is longer than 100 characters.' },
        { ...rowPlace(5, null), column: 'Driver', message: 'Missing.' },
        { ...rowPlace(6, 'Ann Lee'), column: 'No.', message: '“1234” is not a number of 1 to 3 digits.' },
        { ...rowPlace(7, 'Ann\\Lee'), column: 'Driver', message: '“Ann\\Lee” is not a name.' },
      ],
    })
  })
  test('skips a total below the list, and rejects a formula in the row of a car', () => {
    const rowWithFormulas = (cells: string[], ...formulas: number[]) => ({ cells, formulas })
    const rows = [
      { cells: ['No', 'Driver', 'Team', 'Paid'] },
      rowWithFormulas(['7', 'Ann Lee', 'Gully', ''], 3),
      rowWithFormulas(['', 'Bo Ray', 'Gully', ''], 0),
      rowWithFormulas(['8', 'Kit Vale', '', ''], 2),
      rowWithFormulas(['', '', '', ''], 1),
      rowWithFormulas(['Total', '', '', ''], 1, 2),
    ].map((row, index) => ({ line: index + 1, ...row }))
    const message = (cell: string) =>
      `Cell ${cell} is a formula. Put its value there instead: formulas are not computed.`
    expect(parseSheets({ name: 'Cars', rows })).toMatchObject({
      rows: [{ plate: '7', team: 'Gully' }],
      errors: [
        { row: 3, column: 'No', message: message('A3') },
        { row: 4, column: 'Team', message: message('C4') },
      ],
      notes: ['“Cars”: formulas beside the list are left out: D2, B5, B6, C6.'],
    })
  })
  test('notes formulas of a sheet that lists nothing, and cells that are cut', () => {
    const notes = { name: 'Notes', rows: [{ line: 1, cells: ['Total', ''], formulas: [1] }] }
    const cars = {
      name: 'Cars',
      rows: [
        { line: 1, cells: ['No', 'Driver', 'Remarks'] },
        { line: 2, cells: ['7', 'Ann Lee', 'x'.repeat(1_000)], cut: [2] },
      ],
    }
    expect(parseSheets(cars, notes)).toMatchObject({
      rows: [{ plate: '7' }],
      errors: [],
      notes: [
        '“Cars”: longer than 1,000 characters, and read up to there: C2.',
        '“Notes”: formulas beside the list are left out: B1.',
      ],
    })
  })
  test('names the category by several sheets, without a default', () => {
    const rows = [
      ['No', 'Driver'],
      ['1', 'Ann Lee'],
    ]
    expect(
      parseSheets(sheet('Super2', ...rows), sheet('SuperUtes', ...rows), sheet('Notes', ['Bring water.'])),
    ).toMatchObject({
      unread: ['Notes'],
      rows: [
        { sheet: 'Super2', orMain: false },
        { sheet: 'SuperUtes', orMain: false },
      ],
    })
  })
})

describe('list of sessions', () => {
  const header = ['Category', 'Name', 'Session Type', 'Start', 'Distance', 'Track', 'Points']
  test('reads sessions beside the cars', () => {
    const sessions = sheet('Sessions', header, [
      'Super2',
      'Race 1',
      'race 1',
      '2026-11-21T14:10',
      '20 laps',
      'K',
      '50, 25, 15',
    ])
    expect(parseSheets(sheet('Cars', ['No', 'Driver'], ['1', 'Ann Lee']), sessions).rows).toEqual([
      car('1', 'Ann Lee'),
      {
        kind: 'session',
        category: 'Super2',
        name: 'Race 1',
        sessionType: 'race1',
        start: '2026-11-21T14:10',
        distance: '20 laps',
        track: 'K',
        points: { first: 50, second: 25, third: 15 },
      },
    ])
  })
  test.each([
    ['Practice 2', '', 'practice'],
    ['Top Ten Shootout', '', 'shootout'],
    ['Qualifying', '', 'qualifying'],
    ['Main event', 'Shootout', 'shootout'],
    ['Main event', 'R2', 'race2'],
    ['Race 23', 'race1', 'race1'],
    ['Warm-up', '', 'practice'],
    ['Practice 4 (co-drivers only)', '', 'practice'],
    ['Qualifying Race 23', '', 'qualifying'],
    ['Zeittraining 1', '', 'qualifying'],
    ['Top 10 Shootout', 'Race', 'race1'],
  ])('reads the type of “%s” (%s)', (name, type, sessionType) => {
    expect(parseSheets(sheet('Timetable', header, ['Super2', name, type])).rows).toMatchObject([{ name, sessionType }])
  })
  test.each([
    ['Race 23', '', 23],
    ['R2', '', 2],
    ['Main event', 'Race 23', 23],
    ['Race 23', 'Race', 23],
    ['Race 31 (250 km)', '', 31],
    ['Sunday', 'Rennen', null],
    ['Feature Race', '', null],
    ['Trophy Race', '', null],
    ['Grand Final', '', null],
    ['Bathurst 1000', '', null],
    ['Kingsway 500 km', '', null],
    ['Kingsway 12 Hour', '', null],
  ])('derives the type of the race “%s” (%s) from the order of its category', (name, type, number) => {
    expect(parseSheets(sheet('Timetable', header, ['Super2', name, type])).rows).toMatchObject([
      { name, namedRace: { number } },
    ])
  })
  test.each([
    ['2026-11-21 14:10', '2026-11-21T14:10'],
    ['21/11/2026 2:10 pm', '2026-11-21T14:10'],
    ['21.11.2026 14.10', '2026-11-21T14:10'],
    ['1.2.2026, 12:05 am', '2026-02-01T00:05'],
    ['Thu 10 Oct 2019 07:20', '2019-10-10T07:20'],
    ['Thursday, 10th October 2019 7:20 am', '2019-10-10T07:20'],
    ['10-Oct-19 07:20 - 07:40', '2019-10-10T07:20'],
    ['1/08/2026 1305h', '2026-08-01T13:05'],
    ['TBD', undefined],
  ])('reads the start %s', (text, start) => {
    const [row] = parseSheets(sheet('Sessions', header, ['Super2', 'Race 1', '', text])).rows
    expect(row).toMatchObject({ name: 'Race 1', ...(start && { start }) })
    expect('start' in (row ?? {})).toBe(start !== undefined)
  })
  test('reads a day and a time of two columns', () => {
    const list = sheet(
      'Sessions',
      ['Category', 'Session', 'Date', 'Time'],
      ['Super2', 'Race 1', '2026-11-21T00:00', '14:10:00'],
    )
    expect(parseSheets(list).rows).toMatchObject([{ start: '2026-11-21T14:10' }])
  })
  test.each(['Start', 'Time', 'From', 'Track time', 'On circuit'])(
    'reads a day and a time in a column “%s”',
    (time) => {
      const list = sheet(
        'Timetable',
        ['Date', time, 'Category', 'Session'],
        ['10/10/2019', '07:20-07:40', 'Super2', 'Practice 1'],
        ['Thu 10 Oct 2019', '1:05 – 1:45 pm', 'Super2', 'Race 1'],
        ['10/10/2019', '11:30–12:15 pm', 'Super2', 'Race 2'],
        ['2019-10-10T00:00', '1899-12-31T16:00', 'Super2', 'Race 3'],
      )
      expect(parseSheets(list)).toMatchObject({
        errors: [],
        rows: [
          { start: '2019-10-10T07:20' },
          { start: '2019-10-10T13:05' },
          { start: '2019-10-10T11:30' },
          { start: '2019-10-10T16:00' },
        ],
      })
    },
  )
  test('reports a row without its category, and a wrong weekday', () => {
    const list = sheet(
      'Timetable',
      ['Date', 'Start', 'Category', 'Session'],
      ['12/10/2019', '12:45', 'Practice 7', 'Practice 7'],
      ['Fri 10 Oct 2019', '07:20', 'Super2', 'Practice 1'],
      ['10/10/2019', '', 'Super2', 'Practice 2'],
      ['', '09:00', 'Super2', 'Practice 3'],
      ['10/10/2019', 'noon', 'Super2', 'Practice 4'],
    )
    expect(parseSheets(list)).toMatchObject({
      rows: [],
      errors: [
        {
          row: 2,
          column: 'Category',
          message: '“Practice 7” is a session, not a category: this row doesn’t say whose session it is.',
        },
        { row: 3, column: 'Start', message: '“Fri 10 Oct 2019”: 10 Oct 2019 is a Thursday.' },
        { row: 4, column: 'Start', message: 'Missing.' },
        { row: 5, column: 'Date', message: 'Missing.' },
        { row: 6, column: 'Start', message: '“10/10/2019 noon” isn’t a date and time such as 2026-11-21 10:40.' },
      ],
    })
  })
  test.each([
    ['Sunday', '', '', 'Session Type', 'Missing: practice, qualifying, shootout, race1 to race6.'],
    ['Race 1', '31/02/2026 10:00', '', 'Start', '“31/02/2026 10:00” isn’t a date and time such as 2026-11-21 10:40.'],
    ['Race 1', '14:10', '', 'Start', '“14:10” isn’t a date and time such as 2026-11-21 10:40.'],
    ['Race 1', '', '50/25', 'Points', '“50/25” is not three numbers such as 50, 25, 15.'],
    ['', '', '', 'Name', 'Missing.'],
  ])('reports what is wrong with “%s”, %s, %s', (name, start, points, column, message) => {
    const { errors, rows } = parseSheets(sheet('Sessions', header, ['Super2', name, '', start, '', '', points]))
    expect(rows).toEqual([])
    expect(errors).toMatchObject([{ row: 2, column, message }])
  })
})

test('reads the whole template, and skips its examples', async () => {
  const sheets = await readSheets(await uploadTemplate(), { maxMs: 30_000 })
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Cars', 2],
    ['Sessions', 2],
  ])
  expect(sheets[0]?.rows[1]?.cells[0]).toBe('05')
  expect(parseSheets(...sheets)).toEqual({
    rows: [],
    errors: [],
    unread: [],
    examples: 2,
    notes: [],
    sheets: ['Cars', 'Sessions'],
  })
  const filledIn = sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ line, cells }) => ({ line, cells: line === 1 ? cells : cells.slice(0, -1) })),
  }))
  expect(parseSheets(...filledIn)).toMatchObject({ errors: [], rows: [{ plate: '05' }, { sessionType: 'race1' }] })
})
