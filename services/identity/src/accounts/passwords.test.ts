import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ memoryKib: 19_456, passes: 2, lanes: 1, concurrency: 2, waiting: 10 })

describe('passwords', () => {
  it('are kept as argon2id at the cost that was set', async () => {
    expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('match their own hash alone', async () => {
    const hash = await passwords.hash('correct horse')
    expect(await passwords.matches(hash, 'correct horse')).toBe(true)
    expect(await passwords.matches(hash, 'correct house')).toBe(false)
  })

  it('never match where there is no account', async () => {
    expect(await passwords.matches(undefined, 'anything')).toBe(false)
  })

  it('are checked inside the guard that was given', async () => {
    const hash = await passwords.hash('correct horse')
    const told: boolean[] = []
    await passwords.matches(hash, 'correct horse', async (check) => {
      const isRight = await check()
      told.push(isRight)
      return isRight
    })
    expect(told).toEqual([true])
  })
})
