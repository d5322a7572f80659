import { expect, test } from 'vitest'
import { selectRuntime } from './runtime.ts'

const nothing = { said: undefined, containersRun: false, embeddedRuns: false }

test.each([
  ['the product named by WAY', { said: 'embedded', containersRun: true, embeddedRuns: false }, 'embedded'],
  ['the containers when they run', { ...nothing, containersRun: true }, 'containers'],
  ['the embedded product when it runs', { ...nothing, embeddedRuns: true }, 'embedded'],
  ['the data of the embedded product when nothing runs', nothing, 'embedded'],
])('a command applies to %s', (_what, found, way) => {
  expect(selectRuntime(found)).toBe(way)
})

test('a command requires WAY when both products run, and rejects an unknown WAY', () => {
  expect(() => selectRuntime({ ...nothing, containersRun: true, embeddedRuns: true })).toThrow('WAY=containers')
  expect(() => selectRuntime({ ...nothing, said: 'docker' })).toThrow('not docker')
})
