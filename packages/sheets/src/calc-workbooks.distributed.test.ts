import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { savedByCalc } from './fixtures/calc.ts'
import { ENTRY_LIST_READ, weekendCounts } from './fixtures/expected.ts'
import { readWithRetries } from './fixtures/read-patiently.ts'
import { SAMPLES } from './fixtures/samples.ts'

const isInstalled = (): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The committed samples are what one version of LibreOffice has saved: this is the one of the machine. */
describe.skipIf(!isInstalled())('what LibreOffice saves now', () => {
  test.each(['xlsx', 'xls'] as const)('is read as .%s', async (format) => {
    expect(await readWithRetries(await savedByCalc(SAMPLES['entry-list'], format))).toEqual(ENTRY_LIST_READ)
  })
  test('holds a whole weekend', async () => {
    const weekend = await readWithRetries(await savedByCalc(SAMPLES['whole-weekend'], 'xls'))
    expect(weekendCounts(weekend)).toEqual({ Cars: 201, Sessions: 61 })
  })
})
