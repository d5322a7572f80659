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

test('what is wrong is told in the order of the file, whoever found it', () => {
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
