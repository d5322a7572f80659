import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ENTRY_LIST_READ, weekendCounts } from './fixtures/expected.ts'
import { readWithRetries } from './fixtures/read-patiently.ts'
import type { SampleName } from './fixtures/samples.ts'

const sample = (name: SampleName, format: string) => readFile(new URL(`fixtures/${name}.${format}`, import.meta.url))

describe.each(['xlsx', 'xls'])('a workbook that LibreOffice saved as .%s', (format) => {
  test('is read as it is shown', async () => {
    expect(await readWithRetries(await sample('entry-list', format))).toEqual(ENTRY_LIST_READ)
  })
  test('may hold a whole weekend', async () => {
    expect(weekendCounts(await readWithRetries(await sample('whole-weekend', format)))).toEqual({
      Cars: 201,
      Sessions: 61,
    })
  })
  test('with a formula gives its cell without a value, which may be stale', async () => {
    expect(await readWithRetries(await sample('formula', format))).toMatchObject([
      { rows: [{ line: 1 }, { line: 2 }, { line: 3, cells: ['', 'Bo Ray'], formulas: [0] }] },
    ])
  })
})

test('an .xls with a cell of another file is refused', async () => {
  await expect(readWithRetries(await sample('other-file', 'xls'))).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining('has links to other workbooks'),
  })
})
