import { messageDeleted, messageSent, roomChanged } from '@purple-sector/contracts/chat/events'
import { reactionsCounted } from '@purple-sector/contracts/engagement/events'
import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { on } from '../../event-handler.ts'
import { type Channel, createChannel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { Client } from '../hub/client.ts'
import { createOpenChannels } from '../hub/open-channels.ts'
import { chats, type MessageSent } from '../parts/chat.ts'
import { createDeduplicator } from '../parts/deduplicator.ts'
import { createReactions } from '../parts/engagement.ts'
import { createLeaderboard, groupOfBoard } from '../parts/leaderboard.ts'
import { createMembershipLookup, createMemberships, type Memberships } from '../parts/memberships.ts'
import { createGroupSeasons } from './group-seasons.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'
import { userChannel, userKey } from './user.ts'

/** The state `group_updated`, sent when a group or its members changed; clients fetch the details over HTTP. */
const groupState = (groupId: number, weekendId: number | null, { frames }: Pick<KindDependencies, 'frames'>) => {
  const changed = { members: false, rules: false }
  const write = (changes: { members: boolean; rules: boolean }, deleted: boolean, seq?: number): Buffer => {
    const { members: membersChanged, rules: rulesChanged } = changes
    return frames('group_updated', { groupId, weekendId, deleted, membersChanged, rulesChanged }, seq)
  }
  const state: SharedState = {
    update(seq) {
      const changes = { ...changed }
      Object.assign(changed, { members: false, rules: false })
      return write(changes, false, seq)
    },
    snapshot: () => write({ members: true, rules: false }, false),
  }
  return { state, changed, deleted: (seq: number) => write({ members: true, rules: false }, true, seq) }
}

/** Keys of groups' channels, without those of their seasons. */
const GROUP_KEY = /^group\/(\d+)$/

/** Opens a group's channel: its board, none while it waits for its next round, its chat with reactions, and its changes. */
const openGroup = (
  groupId: number,
  memberships: Memberships,
  chatOf: ReturnType<typeof chats>,
  dependencies: KindDependencies,
) => {
  const { internalApi, projections, frames, now, log } = dependencies
  const weekendId = memberships.weekendOf(groupId) ?? null
  const channel = createChannel({
    key: `group/${groupId}`,
    states: () => [
      ...(leaderboard ? [leaderboard.states.official] : []),
      ...chat.states,
      reactions.state,
      ...(leaderboard ? [leaderboard.states.projected] : []),
    ],
    acquireOwnState: (userId) => leaderboard?.acquireStanding(userId),
    log,
    canJoin: ({ userId }) => memberships.isMember(groupId, userId),
  })
  const leaderboard =
    weekendId === null
      ? undefined
      : createLeaderboard({ scope: { weekendId, groupId }, channel, owner: internalApi, projections, frames, now, log })
  const chat = chatOf({ room: { type: 'group', id: groupId }, channel })
  const reactions = createReactions({ channel, frames })
  return {
    channel,
    leaderboard,
    chat,
    reactions,
    weekendId,
    group: groupState(groupId, weekendId, dependencies),
    async load() {
      await leaderboard?.load()
      chat.load()
      return true
    },
    sweep(at: number) {
      leaderboard?.sweep(at)
      chat.sweep(at)
      reactions.sweep(at)
    },
    close() {
      leaderboard?.close()
      chat.close()
    },
  }
}

/**
 * `group/7`: a group, for its members.
 * A former member is removed before the next frame. Users get changes of their own memberships and invitations on all
 * their sockets, with any subscription.
 */
export const groupKind: MakeKind = (dependencies) => {
  const { clients, internalApi, frames, changes, people, log } = dependencies
  const memberships = createMemberships(internalApi.memberships)
  const findUnknown = createMembershipLookup(internalApi.findMemberships)
  const chatOf = chats({ find: internalApi.room, people, frames, log })
  const groups = createOpenChannels((id) => openGroup(id, memberships, chatOf, dependencies))
  const seasons = createGroupSeasons(dependencies, memberships)

  const isFirstDelivery = createDeduplicator<string>()

  /** Opens a group's channel; undefined also if it cannot be loaded now, so that other groups are not blocked. */
  const open = async (groupId: number): Promise<Channel | undefined> => {
    try {
      return (await groups.open(groupId))?.channel
    } catch (error) {
      log.warn({ event: 'realtime.group_open_failed', err: error, groupId }, 'Group channel could not be opened')
      return undefined
    }
  }

  const notifyUser = (userId: string, groupId: number, weekendId: number | null, deleted: boolean): void => {
    const data = { groupId, weekendId, deleted, membersChanged: true, rulesChanged: false }
    // Followers of the group get its end in the group's channel.
    const isFor = (client: Client): boolean => !deleted || !client.follows(`group/${groupId}`)
    userChannel(userId, dependencies).send(() => frames('group_updated', data), isFor)
  }

  /** Sends the end of a group to each member once: to followers in its channel, to others in their user channels. */
  const end = (groupId: number, weekendId: number | null, formerMembers: readonly string[]): void => {
    for (const userId of formerMembers) notifyUser(userId, groupId, weekendId, true)
    seasons.closeGroup(groupId)
    const current = groups.get(groupId)
    if (!current) return
    current.channel.send(current.group.deleted)
    groups.close(groupId)
  }

  /** Messages sent in groups while their channel is replaced. */
  const messagesDuringMove = new Map<number, MessageSent[]>()

  /** Moves a group to another weekend: its followers continue in a new channel, with the board of that weekend. */
  const move = async (groupId: number, data: FrameOf<'group_updated'>['data']): Promise<void> => {
    const followers: { client: Client; subscriptionCount: number }[] = []
    const current = groups.get(groupId)
    current?.channel.audience.forEach((_, client) => {
      followers.push({ client, subscriptionCount: client.subscriptionCount })
    })
    current?.channel.send((seq) => frames('group_updated', data, seq))
    groups.close(groupId)
    if (followers.length === 0) return
    const bufferedMessages: MessageSent[] = []
    messagesDuringMove.set(groupId, bufferedMessages)
    const channel = await open(groupId)
    for (const { client, subscriptionCount } of followers)
      if (client.isOpen && client.subscriptionCount === subscriptionCount && channel?.canJoin(client))
        channel.join(client)
    if (messagesDuringMove.get(groupId) === bufferedMessages) messagesDuringMove.delete(groupId)
    // Clients cannot know that they were between channels, so they do not fetch these messages.
    groups.get(groupId)?.chat.resend(bufferedMessages)
  }

  /** Fetches new memberships whose events have not arrived yet. */
  const fetchMemberships = async (userId: string, groupIds: readonly number[]): Promise<void> => {
    try {
      for (const membership of await findUnknown(userId, groupIds)) memberships.add(membership)
    } catch (error) {
      log.warn(
        { event: 'realtime.memberships_unavailable', err: error },
        'Memberships could not be requested from groups',
      )
    }
  }

  return {
    async find({ groupIds, seasonId }, { userId }) {
      const requestedIds = [...new Set(groupIds)]
      const unknown = requestedIds.filter((id) => !memberships.isMember(id, userId))
      if (unknown.length > 0) await fetchMemberships(userId, unknown)
      const openAll = async (id: number): Promise<Channel[]> => {
        const channel = await open(id)
        if (!channel) return []
        return seasonId === undefined ? [channel] : [channel, ...(await seasons.open(id, seasonId))]
      }
      return (await Promise.all(requestedIds.filter((id) => memberships.isMember(id, userId)).map(openAll))).flat()
    },
    subscribedFields: (keys) => ({ groupIds: keys.flatMap((key) => GROUP_KEY.exec(key)?.slice(1).map(Number) ?? []) }),
    eventHandlers: [
      ...seasons.eventHandlers,
      on(membershipChanged, (membership, { sequence, isReplay }) => {
        const { groupId, weekendId, userId } = membership
        const isChange = memberships.membershipChanged(membership, sequence)
        const current = groups.get(groupId)
        if (isChange && membership.deleted) {
          for (const client of clients.ofUser(userId)) current?.channel.leave(client)
          seasons.leave(groupId, userId)
        }
        if (isReplay && !isChange) return
        for (const key of [`group/${groupId}`, userKey(userId)]) changes.note(key)
        current?.leaderboard?.refreshStanding(userId)
        notifyUser(userId, groupId, weekendId, false)
        if (!current) return
        current.group.changed.members = true
        current.channel.markChanged(current.group.state)
      }),
      on(groupChanged, (group, { sequence, isReplay }) => {
        const { id: groupId, weekendId, deleted, rulesChanged } = group
        const { formerMembers, hasMoved } = memberships.groupChanged(group, sequence)
        const current = groups.get(groupId)
        if (!isReplay) for (const key of [`group/${groupId}`, ...formerMembers.map(userKey)]) changes.note(key)
        if (deleted) end(groupId, weekendId, formerMembers)
        // Not awaited: other events do not wait until the new board is loaded.
        else if (hasMoved) void move(groupId, { groupId, weekendId, deleted, membersChanged: true, rulesChanged })
        else if (current && !isReplay) {
          if (rulesChanged) current.group.changed.rules = true
          current.channel.markChanged(current.group.state)
        }
      }),
      on(weekendChanged, ({ id, deleted }) => {
        if (!deleted) return
        for (const [groupId, formerMembers] of memberships.removeWeekend(id)) end(groupId, id, formerMembers)
      }),
      on(invitationChanged, ({ inviteeId, groupId }, { isReplay }) => {
        if (inviteeId === null || isReplay) return
        changes.note(userKey(inviteeId))
        userChannel(inviteeId, dependencies).send(() => frames('invitations_updated', { groupId }))
      }),
      on(
        boardChanged,
        (change) => {
          const current = groups.get(change.groupId ?? 0)
          // The change is of a weekend that the group has left, or is about to move to; the move loads the new board.
          if (current?.weekendId === change.weekendId) current.leaderboard?.change(change)
        },
        (subject) => groups.get(groupOfBoard(subject) ?? 0) !== undefined,
      ),
      on(messageSent, (message) => {
        const groupId = message.groupId ?? 0
        messagesDuringMove.get(groupId)?.push(message)
        groups.get(groupId)?.chat.messageSent(message)
      }),
      on(messageDeleted, (message) => groups.get(message.groupId ?? 0)?.chat.messageDeleted(message)),
      on(roomChanged, (room, { sequence }) => groups.get(room.groupId ?? 0)?.chat.roomChanged(room, sequence)),
      on(reactionsCounted, (counts, { id, time }) => {
        const { groupId } = counts
        if (groupId === null || !isFirstDelivery(id)) return
        const current = groups.get(groupId)
        if (current) current.reactions.applyCounts(counts, time)
        else changes.note(`group/${groupId}`)
      }),
      on(userChanged, (user, { sequence, isReplay }) => {
        const person = people.apply(user, sequence)
        for (const { chat } of groups.all()) chat.personChanged(person, isReplay)
      }),
    ],
    load: memberships.load,
    sweep(at) {
      groups.removeExpired(at)
      seasons.sweep(at)
    },
    close() {
      groups.closeAll()
      seasons.close()
    },
  }
}
