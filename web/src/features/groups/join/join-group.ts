import type { Group, JoinReply } from '@purple-sector/contracts/groups/http'
import { api } from '../../../lib/api.ts'

const post = (inviteCode: string) => api.post<JoinReply>(`/api/groups/join/${encodeURIComponent(inviteCode)}`)

/** What the tab that was first has made of it; where it failed, this one tries. */
const takeOver = async (inviteCode: string): Promise<JoinReply> => {
  const groups = await api.get<Group[]>('/api/groups')
  const group = groups.find((each) => each.inviteCode === inviteCode)
  return group ? { group, approvalStatus: group.approvalStatus } : post(inviteCode)
}

/**
 * Joins the group of a code. Tabs of one browser that do so at the same time take turns, so that none tells the fan of the
 * membership that another has just brought; a page without https cannot know of the others.
 */
export const joinGroup = async (inviteCode: string): Promise<JoinReply> => {
  if (!('locks' in navigator)) return post(inviteCode)
  const { locks } = navigator
  const name = `purple-sector-join ${inviteCode}`
  const reply = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await post(inviteCode) : null))
  return reply ?? locks.request(name, () => takeOver(inviteCode))
}
