import { describe, expect, test } from 'vitest'
import { askedWords, searchWordsOf } from './search-words.ts'

const nobody = { username: null, firstName: null, lastName: null, teamName: null }

describe('the words of a person', () => {
  test('are those of all their names, in lower case and without accents', () => {
    const names = { username: 'Kerbsider', firstName: 'Zoë', lastName: 'MÜLLER  Roth', teamName: 'Red Flag' }
    expect(searchWordsOf(names)).toEqual(['kerbsider', 'zoe', 'muller', 'roth', 'red', 'flag'])
  })
  test('begin within a word too, and keep what stands between', () => {
    expect(searchWordsOf({ ...nobody, username: 'max_v.3', lastName: "O'Neil-Hart" })).toEqual([
      'max_v.3',
      'v.3',
      '3',
      "o'neil-hart",
      'neil-hart',
      'hart',
    ])
  })
  test('are counted once, and are not endless', () => {
    expect(searchWordsOf({ ...nobody, username: 'ann', firstName: 'Ann' })).toEqual(['ann'])
    expect(searchWordsOf({ ...nobody, teamName: 'ab-cd-'.repeat(16) })).toHaveLength(24)
  })
  test('of nobody are none', () => {
    expect(searchWordsOf(nobody)).toEqual([])
  })
})

test('what is asked for begins with its longest word, and holds nothing that a database refuses', () => {
  expect(askedWords(' An  SMITH an ')).toEqual(['smith', 'an'])
  expect(askedWords('a\u0000b \ud800')).toEqual(['a', 'b', '\ufffd'])
  expect(askedWords('100% _x')).toEqual(['100%', '_x'])
})
