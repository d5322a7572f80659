import { randomUUID } from 'node:crypto'
import type { Account } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDrivenProduct, type DrivenProduct } from '../../test/create-driven-product.ts'
import { category, openWeekend } from '../../test/open-weekend.ts'

const REPLACEMENTS = 8

describe('tipping that is replaced again and again', () => {
  let driven: DrivenProduct

  beforeAll(async () => {
    driven = await createDrivenProduct('replaced-tipping', { tipping: 2 })
  }, 240_000)

  afterAll(() => driven?.stop(), 60_000)

  test("accepts a member's tip from the reply of the join until the reply that ends the membership", async () => {
    const { product, api, admin } = driven
    const { weekendId, cars, fans } = await openWeekend(api, admin, 'Replaced')
    const [founder, ...members] = fans
    if (!founder) throw new Error('there is no founder')
    const body = { name: 'Pit Wall', weekendId }
    const { id: groupId, inviteCode } = (await api.groups.create(founder.cookie, randomUUID(), body)).value
    const carId = cars[0] ?? 0
    const tip = (cookie: string) => api.submitTip(cookie, { weekendId, category, carId, groupId })
    const wrong: string[] = []
    let rounds = 0
    let isOver = false

    const comeAndGo = async ({ cookie, user }: Account): Promise<void> => {
      while (!isOver) {
        const joined = await api.groups.join(cookie, inviteCode)
        const member = await tip(cookie)
        if (member.status >= 300)
          wrong.push(`${user.username}: joined ${joined.status}, tip ${member.status} ${JSON.stringify(member.body)}`)
        // Retried while the reply is 503, as any client may; a 404 after that also ends the membership.
        await api.groups.leave(cookie, groupId)
        const former = await tip(cookie)
        if (former.status !== 403) wrong.push(`${user.username}: left, tip ${former.status}`)
        rounds += 1
      }
    }
    const playing = members.map(comeAndGo)
    for (let count = 0; count < REPLACEMENTS; count++) {
      const name = `tipping-${1 + (count % 2)}`
      // Every fourth kill leaves no time for a graceful shutdown.
      if (count % 4 === 3) await product.kill(name)
      await product.restart(name)
    }
    isOver = true
    await Promise.all(playing)
    process.stdout.write(`${rounds} memberships came and went while tipping was replaced ${REPLACEMENTS} times\n`)
    expect(wrong).toEqual([])
    expect(rounds).toBeGreaterThan(REPLACEMENTS)
  }, 600_000)
})
