import { expect, test } from 'vitest'
import { chatValue, filtersOf, isFiltered, queryOf } from './filters.ts'

const of = (search: string) => filtersOf(new URLSearchParams(search))

test('the address says which messages are shown', () => {
  expect(isFiltered(of(''))).toBe(false)
  expect(of('chat=weekend')).toMatchObject({ type: 'weekend' })
  expect(of('chat=weekend-3&person=bob&q=odds')).toMatchObject({ weekendId: 3, userId: 'bob', q: 'odds' })
  expect(of('chat=group-7')).toMatchObject({ groupId: 7 })
})

test('what no address of ours says shows all messages', () => {
  for (const search of ['chat=all', 'chat=weekend-x', 'chat=group-1e3', 'person=&q='])
    expect(isFiltered(of(search))).toBe(false)
})

test('a choice of the select is what the address says', () => {
  for (const chat of ['', 'weekend', 'group', 'weekend-3', 'group-7']) expect(chatValue(of(`chat=${chat}`))).toBe(chat)
})

test('the server is asked for what was chosen alone', () => {
  expect(queryOf(of('chat=group-7&q=a b'), 12, 50)).toBe('groupId=7&q=a+b&before=12&limit=50')
  expect(queryOf({}, undefined, 50)).toBe('limit=50')
})
