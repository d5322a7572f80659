import type { Group, JoinReply } from '@purple-sector/contracts/groups/http'
import { api, hasCode } from '../../../lib/api.ts'

type Options = {
  /** It was asked before, and nobody heard what became of it. */
  mayBeIn?: boolean
}

const ownMembership = async (inviteCode: string): Promise<JoinReply | undefined> => {
  const groups = await api.get<Group[]>('/api/groups')
  const group = groups.find((each) => each.inviteCode === inviteCode)
  return group && { group, approvalStatus: group.approvalStatus }
}

/** The server takes one after the other: whoever is a member by then has become one by the try that was not heard of. */
const ask = async (inviteCode: string, { mayBeIn = false }: Options = {}): Promise<JoinReply> => {
  try {
    return await api.post<JoinReply>(`/api/groups/join/${encodeURIComponent(inviteCode)}`)
  } catch (error) {
    const membership = mayBeIn && hasCode(error, 'ALREADY_MEMBER') ? await ownMembership(inviteCode) : undefined
    if (membership) return membership
    throw error
  }
}

/** What the tab that was first has made of it; where it failed, this one tries. */
const takeOver = async (inviteCode: string): Promise<JoinReply> =>
  (await ownMembership(inviteCode)) ?? ask(inviteCode, { mayBeIn: true })

/**
 * Joins the group of a code. Tabs of one browser that do so at the same time take turns, so that none tells the fan of the
 * membership that another has just brought; a page without https cannot know of the others. Nor is the fan told so of one
 * that an earlier try has brought of which nobody heard.
 */
export const joinGroup = async (inviteCode: string, options?: Options): Promise<JoinReply> => {
  if (!('locks' in navigator)) return ask(inviteCode, options)
  const { locks } = navigator
  const name = `purple-sector-join ${inviteCode}`
  const reply = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? await ask(inviteCode, options) : null,
  )
  return reply ?? locks.request(name, () => takeOver(inviteCode))
}
