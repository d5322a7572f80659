import { describe, expect, test } from 'vitest'
import { javaMajor, missingProgramsMessage } from './required-programs.ts'

describe('what the machine lacks', () => {
  test('nothing missing, nothing said', () => {
    expect(missingProgramsMessage([])).toBeUndefined()
  })
  test('every missing program is named with the way to get all of them', () => {
    const message = missingProgramsMessage([
      { what: 'Java 17 or newer (java)', debianPackage: 'default-jre-headless' },
      { what: 'Redis (redis-server)', debianPackage: 'redis-server' },
    ])
    expect(message).toContain('Java 17 or newer (java)')
    expect(message).toContain('apt-get install default-jre-headless redis-server')
  })
  test.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_202"', 8],
    ['openjdk version "21" 2023-09-19', 21],
    ['command not found', 0],
  ])('the version of Java is read from %s', (words, major) => {
    expect(javaMajor(words)).toBe(major)
  })
})
