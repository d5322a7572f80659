import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { savedByCalc } from './fixtures/calc.ts'
import { ENTRY_LIST_READ, weekendCounts } from './fixtures/expected.ts'
import { readWithLongTimeout } from './fixtures/read-with-long-timeout.ts'
import { SAMPLES } from './fixtures/samples.ts'

const isInstalled = (): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The committed samples were saved by one version of LibreOffice; this test uses the installed one. */
describe.skipIf(!isInstalled())('workbook saved by the installed LibreOffice', () => {
  test.each(['xlsx', 'xls'] as const)('is read as .%s', async (format) => {
    expect(await readWithLongTimeout(await savedByCalc(SAMPLES['entry-list'], format))).toEqual(ENTRY_LIST_READ)
  })
  test('can contain a whole weekend', async () => {
    const weekend = await readWithLongTimeout(await savedByCalc(SAMPLES['whole-weekend'], 'xls'))
    expect(weekendCounts(weekend)).toEqual({ Cars: 201, Sessions: 61 })
  })
})
