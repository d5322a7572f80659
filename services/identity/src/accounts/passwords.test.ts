import { describe, expect, test } from 'vitest'
import { createPasswords, type Hashing } from './passwords.ts'

const passwords = createPasswords({ memoryKib: 19_456, passes: 2, lanes: 1, concurrency: 2, queueLimit: 10 })
const owner = { address: '10.0.0.1', account: 'fan@example.org' }
const hash = (password: string) => passwords.withSlot(owner, (hashing) => hashing.hash(password))
const matches = (...args: Parameters<Hashing['matches']>) =>
  passwords.withSlot(owner, (hashing) => hashing.matches(...args))

describe('passwords', () => {
  test('are hashed with argon2id at the configured cost', async () => {
    expect(await hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('match only their own hash', async () => {
    const stored = await hash('correct horse')
    expect(await matches(stored, 'correct horse')).toBe(true)
    expect(await matches(stored, 'correct house')).toBe(false)
  })

  test('never match without an account', async () => {
    expect(await matches(undefined, 'anything')).toBe(false)
  })
})
