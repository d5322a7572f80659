import type { Group } from '@purple-sector/contracts/groups/http'
import { runConcurrently } from '../run-concurrently.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { CUSTOM_POINTS, type GroupPlan, isApproved } from './groups.ts'

/** Each with twenty who come in together. */
const GROUP_CONCURRENCY = 8

/** What a fan who is signed in asks for. */
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

/** A group as fans make it: one founds it, the others come by its link; who comes last waits for the founder. */
const found = async (url: string, weekendId: number, plan: GroupPlan): Promise<void> => {
  const { number, members, useCustomPointSystem, preventPointsUntilApproved } = plan
  const [founder = 1, ...others] = members
  const group = (await callAs(url, '/api/groups', founder, {
    name: `Group ${number}`,
    weekendId,
    useCustomPointSystem,
    customPointSystem: useCustomPointSystem ? { '1': CUSTOM_POINTS } : {},
    preventPointsUntilApproved,
    autoApproveInvites: true,
  })) as Group
  const come = (fans: readonly number[]) =>
    Promise.all(fans.map((fan) => callAs(url, `/api/groups/join/${group.inviteCode}`, fan)))
  await come(others.filter((_, index) => isApproved(index + 1)))
  await callAs(url, `/api/groups/${group.id}`, founder, { autoApproveInvites: false }, 'PATCH')
  await come(others.filter((_, index) => !isApproved(index + 1)))
}

/** Makes groups through the product's own calls, by fans who are signed in. */
export const foundGroups = (url: string, weekendId: number, plans: readonly GroupPlan[]): Promise<void> =>
  runConcurrently(GROUP_CONCURRENCY, plans, (plan) => found(url, weekendId, plan))
