import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from './tracked-files.ts'

const MAX_FILES_IN_FOLDER = 30

/** Folders that hold too many files directly, tests counted. */
const crowdedFolders = (files: readonly string[]): string[] => {
  const counts = Map.groupBy(files, (file) => dirname(file))
  return [...counts].flatMap(([folder, { length }]) => (length > MAX_FILES_IN_FOLDER ? [`${folder}: ${length}`] : []))
}

test(`no folder of the web app has more than ${MAX_FILES_IN_FOLDER} files`, () => {
  expect(crowdedFolders(trackedFiles('web/src', 'web/build', 'web/test'))).toEqual([])
})

test('a folder with one file more is reported, and one at the limit is not', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
  const full = files('web/src/features/chat', MAX_FILES_IN_FOLDER)
  expect(crowdedFolders([...full, ...files('web/src/features/chat/api', 2)])).toEqual([])
  expect(crowdedFolders(files('web/src/features/chat', 31))).toEqual(['web/src/features/chat: 31'])
})
