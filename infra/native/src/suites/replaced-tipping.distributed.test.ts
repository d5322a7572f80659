import { randomUUID } from 'node:crypto'
import type { Account } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProductWithApi, type ProductWithApi } from '../../test/create-product-with-api.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

const REPLACEMENTS = 8

describe('tipping that is replaced repeatedly', () => {
  let testProduct: ProductWithApi

  beforeAll(async () => {
    testProduct = await createProductWithApi('replaced-tipping', { tipping: 2 })
  }, 240_000)

  afterAll(() => testProduct?.stop(), 60_000)

  test("accepts a member's tip from the reply of the join until the reply that ends the membership", async () => {
    const { product, api, admin } = testProduct
    const { weekendId, cars, fans } = await createWeekendWithRace(api, admin, 'Replaced')
    const [creator, ...members] = fans
    if (!creator) throw new Error('there is no creator')
    const body = { name: 'Pit Wall', weekendId }
    const { id: groupId, inviteCode } = (await api.groups.create(creator.cookie, randomUUID(), body)).value
    const carId = cars[0] ?? 0
    const tip = (cookie: string) => api.submitTip(cookie, { weekendId, category, carId, groupId })
    const violations: string[] = []
    let rounds = 0
    let isOver = false

    const joinAndLeave = async ({ cookie, user }: Account): Promise<void> => {
      while (!isOver) {
        const joinReply = await api.groups.join(cookie, inviteCode)
        const memberTip = await tip(cookie)
        if (memberTip.status >= 300)
          violations.push(
            `${user.username}: join ${joinReply.status}, tip ${memberTip.status} ${JSON.stringify(memberTip.body)}`,
          )
        // Retried while the reply is 503, as any client may; a 404 after that also ends the membership.
        await api.groups.leave(cookie, groupId)
        const formerMemberTip = await tip(cookie)
        if (formerMemberTip.status !== 403)
          violations.push(`${user.username}: tip after leaving ${formerMemberTip.status}`)
        rounds += 1
      }
    }
    const loops = members.map(joinAndLeave)
    for (let count = 0; count < REPLACEMENTS; count++) {
      const name = `tipping-${1 + (count % 2)}`
      // Every fourth kill leaves no time for a graceful shutdown.
      if (count % 4 === 3) await product.kill(name)
      await product.restart(name)
    }
    isOver = true
    await Promise.all(loops)
    process.stdout.write(`${rounds} memberships began and ended while tipping was replaced ${REPLACEMENTS} times\n`)
    expect(violations).toEqual([])
    expect(rounds).toBeGreaterThan(REPLACEMENTS)
  }, 600_000)
})
