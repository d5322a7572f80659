import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { silentLogger } from '@purple-sector/service-kit/logger'
import { aGroup, aMembership } from '@purple-sector/testing/builders'
import { stubCalls } from '@purple-sector/testing/calls'
import { expect, test } from 'vitest'
import { tippingClient } from './tipping-client.ts'

const group = { sequence: 2, data: aGroup({ id: 1, weekendId: 1 }) }
const createMemberships = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    sequence: 2,
    data: aMembership({ groupId: 1, weekendId: 1, userId: `fan-${nth}` }),
  }))

const pushToTipping = async (count: number) => {
  const calls = stubCalls()
  calls.stubCall(applyGroup, () => ({ kind: 'reply', reply: {} }))
  await tippingClient(calls, silentLogger()).applyGroup({ group, memberships: createMemberships(count) })
  return calls.inputsOf(applyGroup).map(({ request }) => applyGroup.request.parse(request))
}

test('a large group is pushed in several calls below the size limit, the group in the first', async () => {
  const requests = await pushToTipping(5_000)
  expect(requests.map((request) => [request.group !== undefined, request.memberships.length])).toEqual([
    [true, 2_000],
    [false, 2_000],
    [false, 1_000],
  ])
  for (const request of requests) expect(JSON.stringify(request).length).toBeLessThan(1_048_576)
})

test('a group without memberships is pushed in one call', async () => {
  expect(await pushToTipping(0)).toEqual([{ group, memberships: [] }])
})
