import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { csv, csvStream } from './csv.ts'

/** Returns the only cell of a table without BOM, header and line end. */
const cell = (value: string | number | boolean | null) => csv(['h'], [[value]]).slice('\uFEFFh\r\n'.length, -2)

describe('csv', () => {
  test('starts with a UTF-8 BOM and ends every line with CRLF', () => {
    expect(csv(['Name', 'Points'], [['Jürgen Größl', 85]])).toBe('\uFEFFName,Points\r\nJürgen Größl,85\r\n')
  })

  test.each([
    ['a comma', 'Camp, Cameron', '"Camp, Cameron"'],
    ['a quote', 'the "King"', '"the ""King"""'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['a separator of another locale', 'one;two', '"one;two"'],
  ])('quotes a text with %s', (_description, value, expected) => {
    expect(cell(value)).toBe(expected)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+61 400', "'+61 400"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['  =1+1', "  '=1+1"],
    ['\t=1+1', '"\'\t\'=1+1"'],
    ['\rnote', '"\'\rnote"'],
    ['"=1+1"', '"""\'=1+1"""'],
    ['{"name":"=1+1"}', '"{""name"":""\'=1+1""}"'],
    ['fine;=1+1', '"fine;\'=1+1"'],
    ["'=1+1", "'=1+1"],
  ])('neutralizes the formula %j', (value, expected) => {
    expect(cell(value)).toBe(expected)
  })

  test.each([
    ['a number below zero', -30, '-30'],
    ['a plain text with a hyphen', 'Race 1 - Qualifying', 'Race 1 - Qualifying'],
    ['a boolean', true, 'true'],
    ['null', null, ''],
  ])('leaves %s unchanged', (_description, value, expected) => {
    expect(cell(value)).toBe(expected)
  })

  test('csvStream writes the same when rows come in pages', async () => {
    const pages = async function* () {
      yield [['Ada', 1]]
      yield []
      yield [['Bea', 2]]
    }
    expect((await buffer(csvStream(['Name', 'Points'], pages()))).toString()).toBe(
      csv(
        ['Name', 'Points'],
        [
          ['Ada', 1],
          ['Bea', 2],
        ],
      ),
    )
  })

  test('csvStream fails when a page fails, so that no truncated file looks complete', async () => {
    const pages = async function* () {
      yield [['Ada', 1]]
      throw new Error('the database is away')
    }
    await expect(text(csvStream(['Name', 'Points'], pages()))).rejects.toThrow('the database is away')
  })
})
