import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ENTRY_LIST_READ, weekendCounts } from './fixtures/expected.ts'
import { readWithLongTimeout } from './fixtures/read-with-long-timeout.ts'
import type { SampleName } from './fixtures/samples.ts'

const sample = (name: SampleName, format: string) => readFile(new URL(`fixtures/${name}.${format}`, import.meta.url))

describe.each(['xlsx', 'xls'])('workbook saved by LibreOffice as .%s', (format) => {
  test('is read as displayed', async () => {
    expect(await readWithLongTimeout(await sample('entry-list', format))).toEqual(ENTRY_LIST_READ)
  })
  test('can contain a whole weekend', async () => {
    expect(weekendCounts(await readWithLongTimeout(await sample('whole-weekend', format)))).toEqual({
      Cars: 201,
      Sessions: 61,
    })
  })
  test('yields formula cells without their stored value, which may be stale', async () => {
    expect(await readWithLongTimeout(await sample('formula', format))).toMatchObject([
      { rows: [{ line: 1 }, { line: 2 }, { line: 3, cells: ['', 'Bo Ray'], formulas: [0] }] },
    ])
  })
})

test('rejects an .xls with a cell of another file', async () => {
  await expect(readWithLongTimeout(await sample('other-file', 'xls'))).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining('has links to other workbooks'),
  })
})
