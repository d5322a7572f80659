import { categoryReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { categoryErrors, createBody, draftOf, emptyCategory, moved, patchBody } from './category-form.ts'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', shortName: 'Super2', aliases: ['S2'], order: 2 })
const tcr = { ...emptyCategory, name: 'Supercheap TCR' }

describe('the form of a category', () => {
  test('needs a name', () => {
    expect(categoryErrors({ ...tcr, name: ' ' }, [])).toEqual({ name: 'Name is required' })
    expect(categoryErrors(tcr, [supercars])).toEqual({})
  })
  test('says whose a name is already, whatever its case, beside the field', () => {
    const taken = (over: object) => categoryErrors({ ...tcr, ...over }, [supercars, super2])
    expect(taken({ name: 'super2' })).toEqual({ name: '“super2” already means Dunlop Super2 Series' })
    expect(taken({ shortName: 'S2 ' })).toEqual({ shortName: '“S2” already means Dunlop Super2 Series' })
    expect(taken({ aliases: 'TCR Australia\nSUPERCARS' })).toEqual({
      aliases: '“SUPERCARS” already means Repco Supercars Championship',
    })
  })
  test('takes no name that would be an id', () => {
    expect(categoryErrors({ ...tcr, aliases: '500' }, [])).toEqual({ aliases: '“500” can’t be digits only' })
  })
  test('sends other names one by one, and no short name where none was given', () => {
    expect(createBody({ ...tcr, aliases: ' TCR \n\nTCR Australia' })).toEqual({
      name: 'Supercheap TCR',
      aliases: ['TCR', 'TCR Australia'],
      colour: '#73808f',
    })
  })
  test('sends only what was changed', () => {
    const before = draftOf(super2)
    expect(patchBody(before, before)).toEqual({})
    expect(patchBody(before, { ...before, name: 'Super2 Series ', aliases: '' })).toEqual({
      name: 'Super2 Series',
      aliases: [],
    })
    expect(patchBody(before, { ...before, isMain: true })).toEqual({ isMain: true })
  })
})

test('a category that moves makes the others give way', () => {
  const heritage = categoryReply({ id: 4, order: 3 })
  expect(moved([supercars, super2, heritage], 4, 0).map(({ id, order }) => [id, order])).toEqual([
    [4, 1],
    [1, 2],
    [3, 3],
  ])
})
