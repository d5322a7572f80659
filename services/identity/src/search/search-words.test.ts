import { describe, expect, test } from 'vitest'
import { queryWords, searchWordsOf } from './search-words.ts'

const noUser = { username: null, firstName: null, lastName: null, teamName: null }

describe('searchWordsOf', () => {
  test('returns the words of all names, in lower case and without accents', () => {
    const names = { username: 'Kerbsider', firstName: 'Zoë', lastName: 'MÜLLER  Roth', teamName: 'Red Flag' }
    expect(searchWordsOf(names)).toEqual(['kerbsider', 'zoe', 'muller', 'roth', 'red', 'flag'])
  })
  test('includes suffixes that start within a word, with their separators', () => {
    expect(searchWordsOf({ ...noUser, username: 'max_v.3', lastName: "O'Neil-Hart" })).toEqual([
      'max_v.3',
      'v.3',
      '3',
      "o'neil-hart",
      'neil-hart',
      'hart',
    ])
  })
  test('removes duplicates and limits the number of words', () => {
    expect(searchWordsOf({ ...noUser, username: 'ann', firstName: 'Ann' })).toEqual(['ann'])
    expect(searchWordsOf({ ...noUser, teamName: 'ab-cd-'.repeat(16) })).toHaveLength(24)
  })
  test('returns nothing without names', () => {
    expect(searchWordsOf(noUser)).toEqual([])
  })
})

test('queryWords puts the longest word first and removes characters that a database rejects', () => {
  expect(queryWords(' An  SMITH an ')).toEqual(['smith', 'an'])
  expect(queryWords('a\u0000b \ud800')).toEqual(['a', 'b', '\ufffd'])
  expect(queryWords('100% _x')).toEqual(['100%', '_x'])
})
