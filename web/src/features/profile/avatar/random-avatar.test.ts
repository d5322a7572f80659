import { expect, test } from 'vitest'
import { configOf } from './avatar-draft.ts'
import { randomAvatar } from './random-avatar.ts'

/** Park–Miller generator: yields the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test('returns a random avatar with a number from 1 to 999 and contrasting colours', () => {
  const random = numbers(12)
  const avatars = Array.from({ length: 2_000 }, () => randomAvatar(random))
  for (const { number, helmetColor, primaryColor, secondaryColor, suitColor } of avatars) {
    expect(Number(number)).toBeGreaterThanOrEqual(1)
    expect(Number(number)).toBeLessThanOrEqual(999)
    expect(new Set([helmetColor, primaryColor, secondaryColor]).size).toBe(3)
    expect(suitColor).not.toBe(primaryColor)
  }
  expect(new Set(avatars.map(({ helmet }) => helmet)).size).toBe(6)
  expect(new Set(avatars.map(({ pattern }) => pattern)).size).toBe(8)
  expect(new Set(avatars.map(({ suit }) => suit)).size).toBe(6)
})

test('handles the limits of the random source', () => {
  expect(randomAvatar(() => 0).number).toBe('1')
  expect(randomAvatar(() => 0.999_999_9).number).toBe('999')
})

test('stores exactly what a random avatar shows', () => {
  const avatar = randomAvatar(numbers(7))
  expect(configOf(avatar)).toEqual(avatar)
})
