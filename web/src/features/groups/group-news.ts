import type { Group } from '@purple-sector/contracts/groups/http'
import { notifyNews } from '../../lib/notify.ts'

type Known = Pick<Group, 'id' | 'name' | 'approvalStatus' | 'isAdmin'>

/** What the user is about to give up themself, here: that it is gone is no news to them. */
const givenUp = new Set<number>()

export const giveUp = (groupId: number): void => {
  givenUp.add(groupId)
}

/** It failed, or they are in it again. */
export const keep = (groupId: number): void => {
  givenUp.delete(groupId)
}

const about = (groupId: number): string => `membership of group ${groupId}`

/** Tells what has become of the user's memberships, by the list before and the list now. */
export const tellMemberships = (before: readonly Known[], now: readonly Known[]): void => {
  const present = new Map(now.map((group) => [group.id, group]))
  for (const { id, name, approvalStatus } of before) {
    const group = present.get(id)
    if (!group && !givenUp.has(id))
      notifyNews({
        about: about(id),
        title: `You are no longer in ${name}`,
        message: 'The admin of the group has ended your membership.',
        kind: 'info',
      })
    if (group && approvalStatus === 'pending' && group.approvalStatus === 'approved')
      notifyNews({ about: about(id), title: `You are approved in ${group.name}`, message: 'Your points count there.' })
  }
}

export const tellDeletion = ({ id, name }: Known): void => {
  if (givenUp.has(id)) return
  notifyNews({
    about: about(id),
    title: `${name} was deleted`,
    message: 'Its tips and standings are gone.',
    kind: 'info',
  })
}

/** Only the admin changes rules: everybody else is told. */
export const tellRules = ({ id, name, isAdmin }: Known): void => {
  if (isAdmin) return
  notifyNews({
    about: `rules of group ${id}`,
    title: `The rules of ${name} have changed`,
    message: 'They count for the sessions that are still open.',
    kind: 'info',
  })
}
