import type { Group } from '@purple-sector/contracts/groups/http'
import { inLanes } from '../in-lanes.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { CUSTOM_POINTS, type GroupPlan, isApproved, userIdOf } from './groups.ts'

const GROUPS_AT_ONCE = 48

/** What a fan who is signed in asks for. */
export const callAs = async (url: string, path: string, fan: number, body: object = {}): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) }
  const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** A group as fans make it: one founds it, the others come by its link, and the founder approves them. */
const found = async (url: string, weekendId: number, plan: GroupPlan): Promise<void> => {
  const { number, members, useCustomPointSystem, preventPointsUntilApproved, autoApproveInvites = false } = plan
  const [founder = 1, ...others] = members
  const group = (await callAs(url, '/api/groups', founder, {
    name: `Group ${number}`,
    weekendId,
    useCustomPointSystem,
    customPointSystem: useCustomPointSystem ? { '1': CUSTOM_POINTS } : {},
    preventPointsUntilApproved,
    autoApproveInvites,
  })) as Group
  for (const [index, fan] of others.entries()) {
    await callAs(url, `/api/groups/join/${group.inviteCode}`, fan)
    if (!autoApproveInvites && isApproved(index + 1))
      await callAs(url, `/api/groups/${group.id}/approve/${userIdOf(fan)}`, founder)
  }
}

/** Makes groups through the product's own calls, by fans who are signed in. */
export const foundGroups = (url: string, weekendId: number, plans: readonly GroupPlan[]): Promise<void> =>
  inLanes(GROUPS_AT_ONCE, plans, (plan) => found(url, weekendId, plan))
