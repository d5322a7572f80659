import { expect, test } from 'vitest'
import { recoloured, sectorPattern } from './sector-pattern.ts'

const patterns = Array.from({ length: 200 }, () => sectorPattern(Math.random))

test('sectorPattern has four to six lines whose neighbours differ', () => {
  for (const lines of patterns) {
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(lines.length).toBeLessThanOrEqual(6)
    expect(lines.every(({ colour }, index) => index === 0 || colour !== lines[index - 1]?.colour)).toBe(true)
    expect(lines.every(({ grow }) => grow >= 2 && grow <= 6)).toBe(true)
  }
})

test('recoloured changes only the colours', () => {
  const lines = sectorPattern(() => 0.4)
  const next = recoloured(lines)
  expect(next.map(({ grow }) => grow)).toEqual(lines.map(({ grow }) => grow))
  expect(next.every(({ colour }, index) => colour !== lines[index]?.colour)).toBe(true)
})
