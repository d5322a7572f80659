import { readFile } from 'node:fs/promises'
import { catalogue } from '@purple-sector/metrics/catalogue'
import { expect, test } from 'vitest'
import { trackedFiles } from './tracked-files.ts'

test('every metric of the catalogue is measured somewhere', async () => {
  const sources = trackedFiles().filter(
    (file) =>
      /^(gateway|packages|services)\/.*\/src\/.*\.ts$|^gateway\/src\/.*\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  )
  const text = (await Promise.all(sources.map((file) => readFile(file, 'utf8')))).join('\n')
  const unused = Object.keys(catalogue).filter((name) => !text.includes(`('${name}'`))
  expect(unused).toEqual([])
})
