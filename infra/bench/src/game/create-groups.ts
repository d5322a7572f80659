import type { Group } from '@purple-sector/contracts/groups/http'
import { runConcurrently } from '../run-concurrently.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { CUSTOM_POINTS, type GroupPlan, isApproved } from './groups.ts'

/** Groups created concurrently, each with twenty members who join at the same time. */
const GROUP_CONCURRENCY = 8

/** Sends a request as a signed-in fan. */
const callAs = async (
  url: string,
  path: string,
  fan: number,
  body: object = {},
  method: 'POST' | 'PATCH' = 'POST',
): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) }
  const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/**
 * Creates a group as fans do.
 * The creator makes it, the other members join by its link; the last ones need the creator's approval.
 */
const createGroup = async (url: string, weekendId: number, plan: GroupPlan): Promise<void> => {
  const { number, members, useCustomPointSystem, preventPointsUntilApproved } = plan
  const [creator = 1, ...others] = members
  const group = (await callAs(url, '/api/groups', creator, {
    name: `Group ${number}`,
    weekendId,
    useCustomPointSystem,
    customPointSystem: useCustomPointSystem ? { '1': CUSTOM_POINTS } : {},
    preventPointsUntilApproved,
    autoApproveInvites: true,
  })) as Group
  const joinAll = (fans: readonly number[]) =>
    Promise.all(fans.map((fan) => callAs(url, `/api/groups/join/${group.inviteCode}`, fan)))
  await joinAll(others.filter((_, index) => isApproved(index + 1)))
  await callAs(url, `/api/groups/${group.id}`, creator, { autoApproveInvites: false }, 'PATCH')
  await joinAll(others.filter((_, index) => !isApproved(index + 1)))
}

/** Creates groups by signed-in fans through the product's public API. */
export const createGroups = (url: string, weekendId: number, plans: readonly GroupPlan[]): Promise<void> =>
  runConcurrently(GROUP_CONCURRENCY, plans, (plan) => createGroup(url, weekendId, plan))
