import { readSheets, writeSheets } from '@purple-sector/sheets'
import { withoutBlocking } from '@purple-sector/testing/without-blocking'
import { describe, expect, test } from 'vitest'
import { readEntryList } from '../uploads/read-entry-list.ts'
import { readClassification } from './read-classification.ts'
import { type Session, validatePage } from './validate-page.ts'

const LONG = 500_000
const LONG_TIMEOUT_MS = 30_000

const SESSION: Session = {
  race: { name: 'Race 1', category: 'Super2', sessionType: 'race1' },
  cars: ['27', '6', '33'].map((plate, index) => ({
    id: index + 1,
    plate,
    number: Number(plate),
    driver: 'Ann Lee / Bo Ray',
    withdrawn: false,
  })),
  carsOfOtherCategories: [],
}

/** Returns the messages that reject or report a long cell. */
const messagesOf = (file: string | Uint8Array): Promise<string[]> =>
  readClassification({ file: typeof file === 'string' ? Buffer.from(file) : file }, LONG_TIMEOUT_MS).then(
    (page) => {
      const { errors, notes } = validatePage(page, SESSION)
      return [...errors.map(({ message }) => message), ...notes]
    },
    (error: Error) => [error.message],
  )

const HEADER = ['Pos', 'No', 'Driver', 'Laps', 'Race Time', 'Gap', 'Best Lap', 'Status', 'Team']
const ROWS = [
  ['1', '27', 'Ann Lee', '18', '31:02.4', '', '1:41.0', '', 'Gully'],
  ['2', '6', 'Ann Lee', '18', '31:03.9', '+1.5', '1:41.2', '', 'Gully'],
  ['3', '33', 'Ann Lee', '18', '31:10.0', '+7.6', '1:41.4', 'classified', 'Gully'],
]
const PAGE = `Super2 Series - Race 1

CLASSIFICATION
PROVISIONAL                               Page 1           Issue 2
Pos Car  Driver        Competitor/Team    Vehicle     CL   Laps     Race.Time Fastest...Lap

1    27  Ann Lee       Gully              Mustang     A     18    31:02.4410   7 1:41.0230*
2     6  Bo Ray        Gully              Mustang     A     18    31:03.9920   4 1:41.2210R
3    33  Ann Lee       Gully              Mustang     A     18    31:10.0070   9 1:41.4000

Fastest Lap Av.Speed Is 154kph
`

/** Builds the table with a cell of `LONG` letters in its first row, or in its header. */
const tableWith = (letter: string, column: number, inHeader: boolean): string[][] =>
  [HEADER, ...ROWS].map((row, index) =>
    row.map((cell, columnIndex) =>
      columnIndex === column && index === (inHeader ? 0 : 1) ? letter.repeat(LONG) : cell,
    ),
  )

const separatedText = (rows: readonly string[][], separator: string) =>
  rows.map((row) => row.join(separator)).join('\n')
const html = (rows: readonly string[][]) =>
  `<html><body><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table></body></html>`
const REPORTED = /1,000 characters|isn’t a |No line names a car|takes too long|more than/

const columns = HEADER.map((name, column): [string, number] => [name, column])

describe('cell of 500,000 characters', () => {
  test.each(columns)(
    'reports column %s of a sheet, a text and an HTML page without blocking',
    async (_, column) => {
      for (const [letter, inHeader] of [
        ['R', false],
        ['1', true],
      ] as const)
        for (const file of [
          separatedText(tableWith(letter, column, inHeader), ','),
          separatedText(tableWith(letter, column, inHeader), '\t'),
          html(tableWith(letter, column, inHeader)),
        ]) {
          const result = await withoutBlocking(() => messagesOf(file))
          expect(result.join(' ')).toMatch(REPORTED)
        }
    },
    120_000,
  )
  test.each(['27', 'Ann Lee', 'Gully', 'Mustang', ' A ', ' 18 ', '31:02.4410', ' 7 ', '1:41.0230*', 'Laps', 'Vehicle'])(
    'reports “%s” of a classification page without blocking',
    async (cell) => {
      for (const page of [PAGE, `<html><body><pre>${PAGE}</pre></body></html>`]) {
        const result = await withoutBlocking(() => messagesOf(page.replace(cell, cell + 'R'.repeat(LONG))))
        expect(result.join(' ')).toMatch(REPORTED)
      }
    },
    120_000,
  )
  test.each([
    [
      'cars',
      ['No', 'Driver', 'Co-Driver', 'Team', 'Manufacturer', 'Model', 'Class', 'Category', 'Race', 'Name', 'Note'],
    ],
    ['sessions', ['Category', 'Session', 'Type', 'Date', 'Time', 'Distance', 'Track', 'Points', 'Note']],
  ])(
    'reports each column of a list of %s without blocking',
    async (kind, header) => {
      const plainRow = kind === 'cars' ? header.map((name) => (name === 'No' ? '7' : 'Ann Lee')) : header.map(() => '')
      // Eight such cells fill a file of 5 MB.
      for (const columnGroup of [header.slice(0, 6), header.slice(6)]) {
        const rows = columnGroup.map((name) =>
          header.map((each, columnIndex) => (each === name ? 'R'.repeat(LONG) : plainRow[columnIndex])),
        )
        const file = Buffer.from([header, ...rows].map((row) => row.join(',')).join('\n'))
        const result = await withoutBlocking(async () =>
          readEntryList(await readSheets(file, { maxMs: LONG_TIMEOUT_MS })),
        )
        expect(result.notes.join(' ')).toMatch(/longer than 1,000 characters/)
        const read = columnGroup.filter((name) => name !== 'Note')
        expect(new Set(result.errors.map(({ row }) => row)).size).toBeGreaterThanOrEqual(read.length)
      }
    },
    120_000,
  )
  test('reports a cell of a workbook without blocking', async () => {
    const rows = [
      ['No', 'Driver', 'Note'],
      ['7', 'Ann Lee', 'x'.repeat(32_000)],
      ['8', 'R'.repeat(32_000)],
    ]
    const book = await writeSheets([{ name: 'Cars', rows, widths: [] }])
    const result = await withoutBlocking(async () => readEntryList(await readSheets(book, { maxMs: LONG_TIMEOUT_MS })))
    expect(result).toMatchObject({
      entries: [{ entry: { plate: '7' } }],
      errors: [{ row: 3, column: 'Driver', message: 'Is longer than 100 characters.' }],
      notes: ['“Cars”: longer than 1,000 characters, and read up to there: C2, B3.'],
    })
  })
})

test('ends an import whose time is over with its worker, and continues with others', async () => {
  await expect(readClassification({ text: PAGE }, 0)).rejects.toMatchObject({
    code: 'PAGE_REFUSED',
    message: 'The page takes too long to read.',
  })
  expect((await readClassification({ text: PAGE }, LONG_TIMEOUT_MS)).rows).toHaveLength(3)
})
