import { categoryReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { categoryErrors, createBody, draftOf, emptyCategory, moved, patchBody } from './category-form.ts'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', shortName: 'Super2', aliases: ['S2'], order: 2 })
const tcr = { ...emptyCategory, name: 'Supercheap TCR' }

describe('the category form', () => {
  test('requires a name', () => {
    expect(categoryErrors({ ...tcr, name: ' ' }, [])).toEqual({ name: 'Name is required' })
    expect(categoryErrors(tcr, [supercars])).toEqual({})
  })
  test('shows which category has a name already, ignoring case', () => {
    const errorsWith = (overrides: object) => categoryErrors({ ...tcr, ...overrides }, [supercars, super2])
    expect(errorsWith({ name: 'super2' })).toEqual({ name: '“super2” already means Dunlop Super2 Series' })
    expect(errorsWith({ shortName: 'S2 ' })).toEqual({ shortName: '“S2” already means Dunlop Super2 Series' })
    expect(errorsWith({ aliases: 'TCR Australia\nSUPERCARS' })).toEqual({
      aliases: '“SUPERCARS” already means Repco Supercars Championship',
    })
  })
  test('rejects a name that could be an id', () => {
    expect(categoryErrors({ ...tcr, aliases: '500' }, [])).toEqual({ aliases: '“500” can’t be digits only' })
  })
  test('sends aliases one by one and omits an empty short name', () => {
    expect(createBody({ ...tcr, aliases: ' TCR \n\nTCR Australia' })).toEqual({
      name: 'Supercheap TCR',
      aliases: ['TCR', 'TCR Australia'],
      colour: '#73808f',
    })
  })
  test('sends only the changes', () => {
    const before = draftOf(super2)
    expect(patchBody(before, before)).toEqual({})
    expect(patchBody(before, { ...before, name: 'Super2 Series ', aliases: '' })).toEqual({
      name: 'Super2 Series',
      aliases: [],
    })
    expect(patchBody(before, { ...before, isMain: true })).toEqual({ isMain: true })
  })
})

test('shifts the others when a category moves', () => {
  const heritage = categoryReply({ id: 4, order: 3 })
  expect(moved([supercars, super2, heritage], 4, 0).map(({ id, order }) => [id, order])).toEqual([
    [4, 1],
    [1, 2],
    [3, 3],
  ])
})
