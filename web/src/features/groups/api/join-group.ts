import type { Group, JoinReply } from '@purple-sector/contracts/groups/http'
import { api, hasCode } from '../../../client/api/api.ts'

type Options = {
  /** An earlier request may have succeeded although its reply was lost. */
  mayBeIn?: boolean
}

const ownMembership = async (inviteCode: string): Promise<JoinReply | undefined> => {
  const groups = await api.get<Group[]>('/api/groups')
  const group = groups.find((each) => each.inviteCode === inviteCode)
  return group && { group, approvalStatus: group.approvalStatus }
}

/** The server processes requests one at a time: a membership found after a lost reply came from that request. */
const requestJoin = async (inviteCode: string, { mayBeIn = false }: Options = {}): Promise<JoinReply> => {
  try {
    return await api.post<JoinReply>(`/api/groups/join/${encodeURIComponent(inviteCode)}`)
  } catch (error) {
    const membership = mayBeIn && hasCode(error, 'ALREADY_MEMBER') ? await ownMembership(inviteCode) : undefined
    if (membership) return membership
    throw error
  }
}

/** Uses the membership that another tab has created; if that tab failed, this one tries. */
const joinAfterOtherTab = async (inviteCode: string): Promise<JoinReply> =>
  (await ownMembership(inviteCode)) ?? requestJoin(inviteCode, { mayBeIn: true })

/**
 * Joins the group of an invite code. Tabs of one browser take turns by a Web Lock, so that the second does not report
 * the membership created by the first as an error; without https there are no locks. A membership created by an earlier
 * request whose reply was lost is not reported as an error either.
 */
export const joinGroup = async (inviteCode: string, options?: Options): Promise<JoinReply> => {
  if (!('locks' in navigator)) return requestJoin(inviteCode, options)
  const { locks } = navigator
  const name = `purple-sector-join ${inviteCode}`
  const reply = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? await requestJoin(inviteCode, options) : null,
  )
  return reply ?? locks.request(name, () => joinAfterOtherTab(inviteCode))
}
