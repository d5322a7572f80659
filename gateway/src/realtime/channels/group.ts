import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { on } from '../../reaction.ts'
import { type Channel, createChannel } from '../hub/channel.ts'
import type { Client } from '../hub/client.ts'
import { createOpenChannels } from '../hub/open-channels.ts'
import type { SharedState } from '../hub/state.ts'
import { createBoard, groupOfBoard } from '../parts/board.ts'
import { createMemberships, type Memberships } from '../parts/memberships.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'
import { userChannel } from './user.ts'

/** That something of the group changed, or who is in it; what it is now is asked for over HTTP. */
const groupState = (groupId: number, weekendId: number, { frames }: Pick<KindDependencies, 'frames'>) => {
  const changed = { members: false, rules: false }
  const write = (what: { members: boolean; rules: boolean }, deleted: boolean, seq?: number): Buffer => {
    const { members: membersChanged, rules: rulesChanged } = what
    return frames('group_updated', { groupId, weekendId, deleted, membersChanged, rulesChanged }, seq)
  }
  const state: SharedState = {
    update(seq) {
      const what = { ...changed }
      Object.assign(changed, { members: false, rules: false })
      return write(what, false, seq)
    },
    snapshot: () => write({ members: true, rules: false }, false),
  }
  return { state, changed, deleted: (seq: number) => write({ members: true, rules: false }, true, seq) }
}

/** A group's board, and that it changed. */
const openGroup = (groupId: number, memberships: Memberships, dependencies: KindDependencies) => {
  const { internalApi, frames, log } = dependencies
  const weekendId = memberships.weekendOf(groupId) ?? 0
  const channel = createChannel({
    key: `group/${groupId}`,
    states: () => [board.state],
    hold: (userId) => board.hold(userId),
    log,
    admits: ({ userId }) => memberships.isMember(groupId, userId),
  })
  const board = createBoard({ scope: { weekendId, groupId }, channel, owner: internalApi, frames, log })
  return {
    channel,
    board,
    group: groupState(groupId, weekendId, dependencies),
    async load() {
      await board.load()
      return true
    },
    sweep: board.sweep,
    close: board.close,
  }
}

/**
 * `group/7`: a group as its members follow it. Whoever loses membership is out before the next frame. Its members are
 * told of their own membership on all their sockets, whatever they follow.
 */
export const groupKind: MakeKind = (dependencies) => {
  const { clients, internalApi, frames, log } = dependencies
  const memberships = createMemberships(internalApi.memberships)
  const groups = createOpenChannels((id) => openGroup(id, memberships, dependencies))

  /** The group's channel, undefined too where it cannot be loaded now: one group keeps nobody from the others. */
  const open = async (groupId: number): Promise<Channel | undefined> => {
    try {
      return (await groups.open(groupId))?.channel
    } catch (error) {
      log.warn({ err: error, groupId }, 'a group could not be opened')
      return undefined
    }
  }

  const tell = (userId: string, groupId: number, weekendId: number, deleted: boolean): void => {
    const notice = frames('group_updated', { groupId, weekendId, deleted, membersChanged: true, rulesChanged: false })
    // Who follows the group hears of its end there.
    const isFor = (client: Client): boolean => !deleted || !client.follows(`group/${groupId}`)
    userChannel(userId, dependencies).send(() => notice, isFor)
  }

  return {
    async find({ groupIds }, { userId }) {
      const mine = [...new Set(groupIds)].filter((id) => memberships.isMember(id, userId))
      const opened = await Promise.all(mine.map(open))
      return opened.flatMap((channel) => channel ?? [])
    },
    granted: (keys) => ({ groupIds: keys.map((key) => Number(key.slice('group/'.length))) }),
    reactions: [
      on(membershipChanged, (membership, { sequence, isRepeated }) => {
        const { groupId, weekendId, userId } = membership
        const isNews = memberships.membershipChanged(membership, sequence)
        const held = groups.held(groupId)
        if (isNews && membership.deleted) for (const client of clients.ofUser(userId)) held?.channel.leave(client)
        if (isRepeated && !isNews) return
        tell(userId, groupId, weekendId, false)
        if (!held) return
        held.group.changed.members = true
        held.channel.changed(held.group.state)
      }),
      on(groupChanged, (group, { isRepeated }) => {
        const former = memberships.groupChanged(group)
        for (const userId of former) tell(userId, group.id, group.weekendId, true)
        const held = groups.held(group.id)
        if (!held) return
        if (group.deleted) {
          held.channel.send(held.group.deleted)
          groups.end(group.id)
        } else if (!isRepeated) {
          if (group.rulesChanged) held.group.changed.rules = true
          held.channel.changed(held.group.state)
        }
      }),
      on(
        boardChanged,
        (change) => groups.held(change.groupId ?? 0)?.board.change(change),
        (subject) => groups.held(groupOfBoard(subject) ?? 0) !== undefined,
      ),
    ],
    load: memberships.load,
    sweep: groups.sweep,
    close: groups.close,
  }
}
