import type { Author } from '@purple-sector/contracts/chat/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { userChanged } from '@purple-sector/contracts/identity/events'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import { atMost } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'

type UserState = z.infer<typeof userChanged.data>

/** A person as displayed in chats. */
export type Person = FrameOf<'chat_people'>['data']['people'][number]

/** Recently changed people from identity's events; the highest sequence wins. */
export type RecentPeople = {
  /** Applies a newer state; returns the newest one. */
  apply(user: UserState, sequence: number): Person
  /** Undefined for people without a recent event. */
  find(userId: string): Person | undefined
}

const MAX_ENTRIES = 10_000

const DELETED_AUTHOR: Author = {
  username: null,
  firstName: null,
  lastName: null,
  trackStatus: null,
  chatStatus: null,
  avatarConfig: null,
}

const authorOf = ({ username, firstName, lastName, trackStatus, chatStatus, avatarConfig }: UserState): Author => ({
  username,
  firstName,
  lastName,
  trackStatus,
  chatStatus,
  avatarConfig,
})

const personOf = (user: UserState): Person => {
  const author = user.deleted ? DELETED_AUTHOR : authorOf(user)
  return { userId: user.id, userName: displayName(author), user: author }
}

export const createRecentPeople = (): RecentPeople => {
  const entries = new LRUCache<string, { sequence: number; person: Person }>(atMost(MAX_ENTRIES))
  return {
    apply(user, sequence) {
      const previous = entries.get(user.id)
      if (previous && previous.sequence >= sequence) return previous.person
      const person = personOf(user)
      entries.set(user.id, { sequence, person })
      return person
    },
    find: (userId) => entries.get(userId)?.person,
  }
}
