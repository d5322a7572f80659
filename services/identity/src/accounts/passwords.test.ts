import { describe, expect, test } from 'vitest'
import { createPasswords, type Hashing } from './passwords.ts'

const passwords = createPasswords({ memoryKib: 19_456, passes: 2, lanes: 1, concurrency: 2, waiting: 10 })
const line = { address: '10.0.0.1', account: 'fan@example.org' }
const hash = (password: string) => passwords.afterEarlierStarts(line, (hashing) => hashing.hash(password))
const matches = (...given: Parameters<Hashing['matches']>) =>
  passwords.afterEarlierStarts(line, (hashing) => hashing.matches(...given))

describe('passwords', () => {
  test('are kept as argon2id at the cost that was set', async () => {
    expect(await hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('match their own hash alone', async () => {
    const kept = await hash('correct horse')
    expect(await matches(kept, 'correct horse')).toBe(true)
    expect(await matches(kept, 'correct house')).toBe(false)
  })

  test('never match where there is no account', async () => {
    expect(await matches(undefined, 'anything')).toBe(false)
  })
})
