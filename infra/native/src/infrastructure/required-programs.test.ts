import { describe, expect, test } from 'vitest'
import { javaMajor, missingProgramsMessage } from './required-programs.ts'

describe('the check for required programs', () => {
  test('reports nothing when no program is missing', () => {
    expect(missingProgramsMessage([])).toBeUndefined()
  })
  test('names every missing program and how to install all of them', () => {
    const message = missingProgramsMessage([
      { label: 'Java 17 or newer (java)', debianPackage: 'default-jre-headless' },
      { label: 'Redis (redis-server)', debianPackage: 'redis-server' },
    ])
    expect(message).toContain('Java 17 or newer (java)')
    expect(message).toContain('apt-get install default-jre-headless redis-server')
  })
  test.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_202"', 8],
    ['openjdk version "21" 2023-09-19', 21],
    ['command not found', 0],
  ])('reads the major version of Java from %s', (output, major) => {
    expect(javaMajor(output)).toBe(major)
  })
})
