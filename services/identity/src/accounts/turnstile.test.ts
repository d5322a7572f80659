import { describe, expect, it } from 'vitest'
import { createTurnstile } from './turnstile.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

describe('a turnstile', () => {
  it('runs so many at once, the others in the order they came', async () => {
    const turn = createTurnstile({ places: 2, waiting: 10 })
    const gates = [gate(), gate(), gate()]
    const begun: number[] = []
    const all = gates.map(({ passed }, index) =>
      turn(async () => {
        begun.push(index)
        await passed
        return index
      }),
    )
    expect(begun).toEqual([0, 1])
    gates[1]!.open()
    await all[1]
    await expect.poll(() => begun).toEqual([0, 1, 2])
    for (const { open } of gates) open()
    expect(await Promise.all(all)).toEqual([0, 1, 2])
  })

  it('refuses at once when too many wait', async () => {
    const turn = createTurnstile({ places: 1, waiting: 1 })
    const { passed, open } = gate()
    const [running, waiting] = [turn(() => passed), turn(async () => 'waited')]
    await expect(turn(async () => 'never')).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
    open()
    await running
    expect(await waiting).toBe('waited')
  })

  it('gives the place free when the work fails', async () => {
    const turn = createTurnstile({ places: 1, waiting: 0 })
    await expect(turn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turn(async () => 'yes')).toBe('yes')
  })
})
