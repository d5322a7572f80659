import type { Group } from '@purple-sector/contracts/groups/http'
import { notifyToast } from '../../../client/messages/notify.ts'
import { browserState } from '../../../ui/base/browser-state.ts'

type Known = Pick<Group, 'id' | 'name' | 'approvalStatus' | 'isAdmin'>

/** Ids of groups that the user left or deleted, in any tab; their end is not notified. */
const endedByUser = browserState(() => new Set<number>())

const mark = (groupId: number, isEnding: boolean): void => {
  if (isEnding) endedByUser().add(groupId)
  else endedByUser().delete(groupId)
}

const otherTabs = new BroadcastChannel('purple-sector-groups-given-up')
otherTabs.onmessage = ({ data: [groupId, isEnding] }: MessageEvent<[number, boolean]>) => mark(groupId, isEnding)

/** Marks the group before the request is sent: the frame may arrive before the reply. */
export const markEnding = (groupId: number): void => {
  mark(groupId, true)
  otherTabs.postMessage([groupId, true])
}

/** Clears the mark after a failed request. */
export const unmarkEnding = (groupId: number): void => {
  mark(groupId, false)
  otherTabs.postMessage([groupId, false])
}

const about = (groupId: number): string => `membership of group ${groupId}`

/** Notifies the user of changed memberships, by comparing the previous and the current list. */
export const notifyMemberships = (before: readonly Known[], now: readonly Known[]): void => {
  const present = new Map(now.map((group) => [group.id, group]))
  // A user who rejoins may lose the membership again.
  for (const { id } of now) if (!before.some((group) => group.id === id)) endedByUser().delete(id)
  for (const { id, name, approvalStatus } of before) {
    const group = present.get(id)
    if (!group && !endedByUser().has(id))
      notifyToast({
        about: about(id),
        title: `You’re no longer in ${name}`,
        message: 'You’ve been removed from the group.',
        kind: 'info',
      })
    if (group && approvalStatus === 'pending' && group.approvalStatus === 'approved')
      notifyToast({
        about: about(id),
        title: `You’re in: ${group.name} approved you`,
        message: 'Your points now count there.',
      })
  }
}

export const notifyDeletion = ({ id, name }: Known): void => {
  if (endedByUser().has(id)) return
  notifyToast({
    about: about(id),
    title: `${name} was deleted`,
    message: 'Its tips and leaderboard are gone.',
    kind: 'info',
  })
}

/** Notifies members of changed rules, but not the admin, who changed them. */
export const notifyRules = ({ id, name, isAdmin }: Known): void => {
  if (isAdmin) return
  notifyToast({
    about: `rules of group ${id}`,
    title: `The rules of ${name} have changed`,
    message: 'Changes apply to sessions that are still open.',
    kind: 'info',
  })
}
