import { expect, test } from 'vitest'
import { chatValue, filtersOf, isFiltered, queryOf } from './filters.ts'

const parseFilters = (search: string) => filtersOf(new URLSearchParams(search))

test('reads the filters from the URL', () => {
  expect(isFiltered(parseFilters(''))).toBe(false)
  expect(parseFilters('chat=weekend')).toMatchObject({ type: 'weekend' })
  expect(parseFilters('chat=weekend-3&person=bob&q=odds')).toMatchObject({ weekendId: 3, userId: 'bob', q: 'odds' })
  expect(parseFilters('chat=group-7')).toMatchObject({ groupId: 7 })
})

test('shows all messages for an invalid URL', () => {
  for (const search of ['chat=all', 'chat=weekend-x', 'chat=group-1e3', 'person=&q='])
    expect(isFiltered(parseFilters(search))).toBe(false)
})

test('writes the selected chat to the URL', () => {
  for (const chat of ['', 'weekend', 'group', 'weekend-3', 'group-7'])
    expect(chatValue(parseFilters(`chat=${chat}`))).toBe(chat)
})

test('sends only selected filters to the server', () => {
  expect(queryOf(parseFilters('chat=group-7&q=a b'), 12, 50)).toBe('groupId=7&q=a+b&before=12&limit=50')
  expect(queryOf({}, undefined, 50)).toBe('limit=50')
})
