import type { EntryOutcome } from '@purple-sector/contracts/weekends/entries'
import { expect, test } from 'vitest'
import { readEntryList } from './read-entry-list.ts'
import { uploadReply } from './upload-reply.ts'

const sheet = (name: string, ...numbers: string[]) => ({
  name,
  rows: [['Number', 'Driver'], ...numbers.map((number) => [number, 'Ann Lee'])].map((cells, index) => ({
    line: index + 1,
    cells,
  })),
})

test('names the sessions whose start occurs twice', () => {
  const rows = [
    ['Category', 'Session', 'Start'],
    ['Utes', 'Race 1', '2026-04-05 02:30'],
  ].map((cells, index) => ({ line: index + 1, cells }))
  const list = readEntryList([{ name: 'Sessions', rows }])
  const enteredOutcome = { outcome: 'entered', row: 0, action: 'created', category: 'Utes' } as const
  const notesOf = (outcome: EntryOutcome) =>
    uploadReply(list, { outcomes: [outcome], newCategories: [] }, { preview: true }).results.notes
  expect(notesOf({ ...enteredOutcome, startComesTwice: true })).toEqual([
    expect.stringContaining('The clocks go back over the start of “Race 1”'),
  ])
  expect(notesOf(enteredOutcome)).toEqual([])
})

test('names the assumed category of new cars without one', () => {
  const list = readEntryList([sheet('Entries', '1', '2', '3')])
  const enteredOutcome = { outcome: 'entered', action: 'created', category: 'Repco Supercars Championship' } as const
  const outcomes: EntryOutcome[] = [
    { ...enteredOutcome, row: 0, categoryAssumed: true },
    { ...enteredOutcome, row: 1, categoryAssumed: true },
    { ...enteredOutcome, row: 2 },
  ]
  expect(uploadReply(list, { outcomes, newCategories: [] }, { preview: true }).results.notes).toEqual([
    'Nothing says the category of 2 new cars: entered in Repco Supercars Championship. If they race in another, add a Category column.',
  ])
})

test('reports errors in the order of the file, whichever service found them', () => {
  const list = readEntryList([sheet('Utes', '1', 'X'), sheet('Cars', 'X', '2')])
  const outcomes = [0, 1].map((row) => ({ outcome: 'refused' as const, row, field: 'plate', message: 'Taken.' }))
  const { results } = uploadReply(list, { outcomes, newCategories: [] }, { preview: false })
  expect(results.errors.map(({ sheet: name, row }) => `${name} ${row}`)).toEqual([
    'Utes 2',
    'Utes 3',
    'Cars 2',
    'Cars 3',
  ])
})

test('notes races whose type follows from their order', () => {
  const names = ['Race 23', 'Race 24', 'Practice']
  const list = readEntryList([
    {
      name: 'Timetable',
      rows: [
        ['Category', 'Session', 'Date', 'Start'],
        ...names.map((name) => ['Super2', name, '21/11/2026', '10:40']),
      ].map((cells, index) => ({ line: index + 1, cells })),
    },
  ])
  const enteredOutcome = { outcome: 'entered' as const, action: 'created' as const, category: 'Dunlop Super2 Series' }
  const outcomes = [
    { ...enteredOutcome, row: 0, readAs: 'race1' as const },
    { ...enteredOutcome, row: 1, readAs: 'race2' as const },
    { ...enteredOutcome, row: 2 },
  ]
  expect(uploadReply(list, { outcomes, newCategories: [] }, { preview: true }).results.notes).toEqual([
    'Dunlop Super2 Series, by the order of its races in this weekend: Race 23 is race1, Race 24 is race2.',
  ])
})
