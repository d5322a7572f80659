import { callsBy } from '@purple-sector/service-kit/calls/rpc'
import { aMembership } from '@purple-sector/testing/builders'
import { expect, test } from 'vitest'
import { createInternalApi } from '../../internal-api.ts'
import { createMemberships } from './memberships.ts'

const A_PAGE = 5_000

/** 2,000 groups of 20, and one of 5,000. */
const allMemberships = Array.from({ length: 45_000 }, (_, index) => ({
  groupId: index < 40_000 ? Math.floor(index / 20) + 1 : 2_001,
  weekendId: 1,
  userId: `fan${index}`,
  sequence: 1,
}))

test('loads memberships of thousands of groups page by page', async () => {
  let pages = 0
  const calls = callsBy({
    call: async (_service, { path }) => {
      pages++
      const from = Number(new URL(path, 'http://groups').searchParams.get('after') ?? 0)
      const next = from + A_PAGE
      const memberships = allMemberships.slice(from, next)
      return { status: 200, body: { memberships, next: next < allMemberships.length ? String(next) : null } }
    },
  })
  const memberships = createMemberships(createInternalApi(calls).memberships)
  // An event during loading is newer than the membership on its page.
  memberships.membershipChanged(aMembership({ groupId: 7, weekendId: 1, userId: 'fan120', deleted: true }), 2)
  await memberships.load()
  expect(pages).toBe(9)
  expect(allMemberships.filter(({ groupId, userId }) => !memberships.isMember(groupId, userId))).toMatchObject([
    { groupId: 7, userId: 'fan120' },
  ])
  expect(memberships.isMember(2_001, 'fan0')).toBe(false)
  expect(memberships.weekendOf(2_001)).toBe(1)
})
