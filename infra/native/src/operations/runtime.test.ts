import { expect, test } from 'vitest'
import { selectRuntime } from './runtime.ts'

const unset = { way: undefined, areContainersRunning: false, isEmbeddedRunning: false }

test.each([
  ['the product named by WAY', { way: 'embedded', areContainersRunning: true, isEmbeddedRunning: false }, 'embedded'],
  ['the containers when they run', { ...unset, areContainersRunning: true }, 'containers'],
  ['the embedded product when it runs', { ...unset, isEmbeddedRunning: true }, 'embedded'],
  ['the data of the embedded product when nothing runs', unset, 'embedded'],
])('a command applies to %s', (_what, state, expected) => {
  expect(selectRuntime(state)).toBe(expected)
})

test('a command requires WAY when both products run, and rejects an unknown WAY', () => {
  expect(() => selectRuntime({ ...unset, areContainersRunning: true, isEmbeddedRunning: true })).toThrow(
    'WAY=containers',
  )
  expect(() => selectRuntime({ ...unset, way: 'docker' })).toThrow('not docker')
})
