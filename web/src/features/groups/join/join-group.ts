import type { Group, JoinReply } from '@purple-sector/contracts/groups/http'
import { ApiError, api } from '../../../lib/api.ts'

/** Codes with which this page asked, and never heard what became of it: the membership may be there. */
const unanswered = new Set<string>()

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

const post = async (inviteCode: string): Promise<JoinReply> => {
  try {
    return await api.post<JoinReply>(`/api/groups/join/${encodeURIComponent(inviteCode)}`)
  } catch (error) {
    if (!isRefusal(error)) unanswered.add(inviteCode)
    throw error
  }
}

/** What whoever was first has made of it, another tab or an earlier try; where it failed, this one tries. */
const takeOver = async (inviteCode: string): Promise<JoinReply> => {
  const groups = await api.get<Group[]>('/api/groups')
  unanswered.delete(inviteCode)
  const group = groups.find((each) => each.inviteCode === inviteCode)
  return group ? { group, approvalStatus: group.approvalStatus } : post(inviteCode)
}

/**
 * Joins the group of a code. Who tries again without having heard of the first try is told what that has brought. Tabs of one browser that do so at the same time take turns, so that none tells the fan of the
 * membership that another has just brought; a page without https cannot know of the others.
 */
export const joinGroup = async (inviteCode: string): Promise<JoinReply> => {
  const join = () => (unanswered.has(inviteCode) ? takeOver(inviteCode) : post(inviteCode))
  if (!('locks' in navigator)) return join()
  const { locks } = navigator
  const name = `purple-sector-join ${inviteCode}`
  const reply = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await join() : null))
  return reply ?? locks.request(name, () => takeOver(inviteCode))
}
