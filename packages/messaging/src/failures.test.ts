import { expect, test } from 'vitest'
import { createFailureLevels } from './failures.ts'

test('logs a failure at warn, its repetitions at debug, and another reason at warn again', () => {
  const levels = createFailureLevels()
  const refused = () => new Error('Connection error', { cause: new Error('connect ECONNREFUSED') })
  expect([levels.levelOf(refused()), levels.levelOf(refused())]).toEqual(['warn', 'debug'])
  expect(levels.levelOf(new Error('Connection error'))).toBe('warn')
  levels.reset()
  expect(levels.levelOf(refused())).toBe('warn')
})
