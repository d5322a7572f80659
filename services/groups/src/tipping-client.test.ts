import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { silentLogger } from '@purple-sector/service-kit/logger'
import { aGroup, aMembership } from '@purple-sector/testing/builders'
import { stubCalls } from '@purple-sector/testing/calls'
import { expect, test } from 'vitest'
import { tippingClient } from './tipping-client.ts'

const group = { sequence: 2, data: aGroup({ id: 1, weekendId: 1 }) }
const memberships = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    sequence: 2,
    data: aMembership({ groupId: 1, weekendId: 1, userId: `fan-${nth}` }),
  }))

const pushedToTipping = async (count: number) => {
  const calls = stubCalls()
  calls.whenAsked(applyGroup, () => ({ kind: 'reply', reply: {} }))
  await tippingClient(calls, silentLogger()).applyGroup({ group, memberships: memberships(count) })
  return calls.askedOf(applyGroup).map(({ request }) => applyGroup.request.parse(request))
}

test('a large group is pushed in portions that fit into a call, the group first', async () => {
  const portions = await pushedToTipping(5_000)
  expect(portions.map((portion) => [portion.group !== undefined, portion.memberships.length])).toEqual([
    [true, 2_000],
    [false, 2_000],
    [false, 1_000],
  ])
  for (const portion of portions) expect(JSON.stringify(portion).length).toBeLessThan(1_048_576)
})

test('a group without memberships is one call', async () => {
  expect(await pushedToTipping(0)).toEqual([{ group, memberships: [] }])
})
