import { arrowsBetween } from '../account/expected-arrows.ts'
import { carInForce, displayName, type ExpectedRace } from '../account/expected-board.ts'
import {
  type ExpectedGroup,
  earnedInGroup,
  everInGroup,
  expectedGroupBoard,
  groupAwards,
  groupLedger,
  isPresent,
  isShownTo,
  type Membership,
  raceInGroup,
  seenBy,
} from '../account/expected-group.ts'
import { tieBreaks } from '../comparison/compare-board.ts'
import type { Points } from '../recording/recording.ts'
import { type FakeUser, Refused } from './fake-refusal.ts'

/** Rules as the calls carry them. */
export type FakeRules = {
  isPrivate: boolean
  autoApproveInvites: boolean
  hidePointsUntilApproved: boolean
  preventPointsUntilApproved: boolean
  lockTipsAfterFirstEvent: boolean
  selectedRaceIds: number[]
  useCustomPointSystem: boolean
  customPointSystem: Record<string, Points>
}

export type FakeGroup = Omit<ExpectedGroup, 'memberships'> & {
  id: number
  name: string
  weekendId: number
  version: number
  rules: FakeRules
  memberships: (Membership & { wasRejected: boolean })[]
  /** The races as they were before the last result that moved the board. */
  before: ExpectedRace[]
}

type Product = {
  users: FakeUser[]
  nextId(): number
  racesOf(weekendId: number): ExpectedRace[]
  categoryNamed(spelt: string | number): { id: number; name: string }
}

/** The groups of the product without memory, scored by the player's own functions. */
export const fakeGroups = (product: Product) => {
  const groups: FakeGroup[] = []
  const invitations: { id: number; groupId: number; userId: string; status: string }[] = []

  const versionOf = (rules: FakeRules) => ({
    since: Date.now(),
    rules: {
      raceIds: rules.selectedRaceIds,
      points: rules.useCustomPointSystem
        ? new Map(
            Object.entries(rules.customPointSystem).map(([spelt, points]) => [
              String(product.categoryNamed(spelt).id),
              points,
            ]),
          )
        : null,
      hidePoints: rules.hidePointsUntilApproved,
      preventPoints: rules.preventPointsUntilApproved,
      lockAfterFirst: rules.lockTipsAfterFirstEvent,
    },
  })
  const memberOf = (group: FakeGroup, userId: string) =>
    group.memberships.find((member) => isPresent(member) && member.userId === userId)
  const join = (group: FakeGroup, user: FakeUser, isApproved: boolean) => {
    if (memberOf(group, user.id)) throw new Refused(409, 'ALREADY_MEMBER')
    const now = Date.now()
    group.memberships.push({
      ...{ userId: user.id, displayName: displayName(user), joinedAt: now, leftAt: null, tips: [], wasRejected: false },
      approvedAt: isApproved ? now : null,
    })
    group.version += 1
  }
  const seen = (id: number, user: FakeUser): FakeGroup => {
    const group = groups.find((one) => one.id === id)
    if (!group || !memberOf(group, user.id)) throw new Refused(404, 'GROUP_NOT_FOUND')
    return group
  }
  const administered = (id: number, user: FakeUser): FakeGroup => {
    const group = seen(id, user)
    if (group.founderId !== user.id) throw new Refused(403, 'NOT_GROUP_ADMIN')
    return group
  }
  const pending = (group: FakeGroup, userId: string) =>
    invitations.find((one) => one.groupId === group.id && one.userId === userId && one.status === 'pending')
  const end = (group: FakeGroup, userId: string, wasRejected: boolean) => {
    const member = memberOf(group, userId)
    if (!member) throw new Refused(404, 'MEMBER_NOT_FOUND')
    Object.assign(member, { leftAt: Date.now(), wasRejected })
    group.version += 1
  }

  return {
    groups,
    seen,
    memberOf,

    body(group: FakeGroup, user: FakeUser) {
      const present = group.memberships.filter(isPresent)
      const isAdmin = group.founderId === user.id
      return {
        ...{ id: group.id, name: group.name, inviteCode: `code-of-group-${group.id}`, memberCount: present.length },
        pendingCount: isAdmin ? present.filter(({ approvedAt }) => approvedAt === null).length : null,
        isAdmin,
        approvalStatus: memberOf(group, user.id)?.approvedAt ? 'approved' : 'pending',
      }
    },
    found(user: FakeUser, { name, weekendId, ...rules }: FakeRules & { name: string; weekendId: number }) {
      const group: FakeGroup = {
        ...{ id: product.nextId(), name, weekendId, version: 1, rules, founderId: user.id },
        ...{ versions: [versionOf(rules)], memberships: [], before: [] },
      }
      groups.push(group)
      join(group, user, true)
      return group
    },
    change(id: number, user: FakeUser, change: Partial<FakeRules>) {
      const group = administered(id, user)
      Object.assign(group.rules, change)
      group.versions.push(versionOf(group.rules))
      group.version += 1
      return group
    },
    remove: (id: number, user: FakeUser) => groups.splice(groups.indexOf(administered(id, user)), 1),
    joinBy(code: string, user: FakeUser) {
      const group = groups.find(({ id }) => code === `code-of-group-${id}`)
      if (!group) throw new Refused(404, 'INVITE_NOT_FOUND')
      const invited = pending(group, user.id)
      const wasRejected = group.memberships.findLast(({ userId }) => userId === user.id)?.wasRejected
      if (!invited && (group.rules.isPrivate || wasRejected)) throw new Refused(403, 'INVITE_ONLY')
      join(group, user, group.rules.autoApproveInvites)
      if (invited) invited.status = 'accepted'
      return group
    },
    invite(id: number, user: FakeUser, userId: string) {
      const invitation = { id: product.nextId(), groupId: seen(id, user).id, userId, status: 'pending' }
      invitations.push(invitation)
      return invitation
    },
    invitationsOf: (user: FakeUser) =>
      invitations.filter(({ userId, status }) => userId === user.id && status === 'pending'),
    accept(id: number, user: FakeUser) {
      const invitation = invitations.find((one) => one.id === id && one.userId === user.id)
      const group = groups.find((one) => one.id === invitation?.groupId)
      if (!invitation || !group) throw new Refused(404, 'NOT_FOUND')
      join(group, user, group.rules.autoApproveInvites)
      invitation.status = 'accepted'
      return invitation
    },
    approve(id: number, user: FakeUser, userId: string) {
      const group = administered(id, user)
      const member = memberOf(group, userId)
      if (!member) throw new Refused(404, 'MEMBER_NOT_FOUND')
      member.approvedAt ??= Date.now()
      group.version += 1
      return { userId, approvalStatus: 'approved', role: 'member' }
    },
    reject: (id: number, user: FakeUser, userId: string) => end(administered(id, user), userId, true),
    leave: (id: number, user: FakeUser) => end(seen(id, user), user.id, false),
    members: (group: FakeGroup) =>
      group.memberships.filter(isPresent).map(({ userId, approvedAt }) => ({
        userId,
        approvalStatus: approvedAt === null ? 'pending' : 'approved',
        role: userId === group.founderId ? 'admin' : 'member',
      })),

    /** The board as somebody sees it; null: as the sockets have it. */
    entries(group: FakeGroup, viewer: string | null) {
      const races = product.racesOf(group.weekendId)
      const board = expectedGroupBoard(group, races)
      const arrows = arrowsBetween(expectedGroupBoard(group, group.before), board)
      const ranked = board.filter((row) => !row.isHidden)
      return seenBy(group, board, viewer).map(({ displayName: _, isHidden, ...row }, i) => {
        const { username, firstName, lastName } = product.users.find(({ id }) => id === row.userId)!
        // Who is hidden stands behind all others, and is level with nobody.
        const ties = tieBreaks(board[i]!, [ranked[i - 1], ranked[i + 1]])
        return {
          ...{ ...row, username, firstName, lastName, profileImageUrl: null, avatarConfig: null },
          tieBreak: isHidden ? null : ties[0],
          positionChange: arrows.get(row.userId) ?? 0,
        }
      })
    },
    standings(user: FakeUser, weekendId: number) {
      const mine = groups.filter((group) => group.weekendId === weekendId && memberOf(group, user.id))
      return mine.map((group) => {
        const entries = this.entries(group, user.id)
        const own = entries.find(({ userId }) => userId === user.id)
        const { position = null, totalPoints = null } = own ?? {}
        const { id: groupId, version } = group
        return { groupId, version, position, totalPoints, memberCount: entries.length, top: entries.slice(0, 3) }
      })
    },
    /** Notes what the boards were before a result, where it moves them. */
    scored(weekendId: number, before: ExpectedRace[]) {
      const after = product.racesOf(weekendId)
      for (const group of groups.filter((one) => one.weekendId === weekendId)) {
        if (groupLedger(group, before) === groupLedger(group, after)) continue
        group.before = before
        group.version += 1
      }
    },
    /** Boards that other results would move, and whose awards differ. */
    changedBy(weekendId: number, after: ExpectedRace[]) {
      const before = product.racesOf(weekendId)
      const here = groups.filter((group) => group.weekendId === weekendId)
      const moved = here.filter((group) => groupLedger(group, before) !== groupLedger(group, after))
      const people = here.flatMap((group) => {
        const [then, now] = [groupAwards(group, before), groupAwards(group, after)]
        const only = (some: typeof then, others: typeof then) =>
          some.filter(({ award }) => !others.some((other) => other.award === award)).map(({ userId }) => userId)
        return [...only(then, now), ...only(now, then)]
      })
      return { boards: moved.length, people }
    },
    progress(group: FakeGroup, viewer: string) {
      const races = product.racesOf(group.weekendId)
      const hidden = this.hiddenFrom(group, viewer)
      const present = group.memberships.filter(isPresent)
      return races.flatMap((race) => {
        if (!raceInGroup(group, race).counts) return []
        const tipped = present.filter((member) => carInForce(member.tips, race) !== null)
        const best = bestOf(
          present.map(({ userId }) => ({ userId, points: pointsIn(group, userId, [race]) })),
          hidden,
        )
        const topPerformers = race.classification ? best.slice(0, 3) : null
        const counts = { tipped: tipped.length, participants: present.length }
        return [{ raceId: race.raceId, name: 'Race', category: race.category, ...counts, topPerformers }]
      })
    },
    categories(group: FakeGroup, viewer: string) {
      const races = product.racesOf(group.weekendId).filter((race) => raceInGroup(group, race).counts)
      const hidden = this.hiddenFrom(group, viewer)
      return [...new Set(races.map(({ category }) => category))].map((category) => {
        const counting = races.filter((race) => race.category === category)
        const earned = group.memberships.filter(isPresent).map(({ userId }) => {
          return { userId, points: pointsIn(group, userId, counting) }
        })
        return { categoryId: Number(category), category, top: bestOf(earned, hidden).slice(0, 5) }
      })
    },
    hiddenFrom(group: FakeGroup, viewer: string): Set<string> {
      const rows = this.entries(group, viewer)
      return new Set(rows.flatMap(({ userId, totalPoints }) => (totalPoints === null ? [userId] : [])))
    },
    groupPicks(group: FakeGroup, viewer: string) {
      const all = product.racesOf(group.weekendId)
      const counting = all.filter((race) => raceInGroup(group, race).counts)
      const races = { counting, awaited: all.filter((race) => everInGroup(group, race)) }
      const shown = group.memberships.filter((member) => isPresent(member) && isShownTo(group, member, viewer))
      return this.picks(races, shown, viewer, true)
    },
    picks(
      { counting, awaited }: { counting: ExpectedRace[]; awaited: ExpectedRace[] },
      people: Pick<Membership, 'userId' | 'tips'>[],
      viewer: string,
      inGroup: boolean,
    ) {
      return [...new Set(counting.map(({ category }) => category))].map((category) => {
        const named = { categoryId: Number(category), category }
        const locks = awaited.filter((race) => race.category === category).map(({ deadline }) => deadline ?? Infinity)
        if (Math.max(...locks) > Date.now()) return { ...named, open: true, waitsFor: null }
        const picked = people.flatMap(({ userId, tips }) => {
          const carId = carInForce(tips, { category, deadline: null })
          return carId === null ? [] : [{ userId, carId }]
        })
        const cars = [...new Set(picked.map(({ carId }) => carId))].map((carId) => {
          const count = picked.filter((one) => one.carId === carId).length
          return { carId, plate: '1', count, percent: Math.round((1_000 * count) / picked.length) / 10 }
        })
        const yours = picked.find(({ userId }) => userId === viewer)?.carId ?? null
        return { ...named, open: false, tips: picked.length, cars, yours, ...(inGroup && { members: picked }) }
      })
    },
  }
}

const pointsIn = (group: FakeGroup, userId: string, races: ExpectedRace[]): number => {
  const member = group.memberships.find((one) => isPresent(one) && one.userId === userId)
  return member ? races.reduce((sum, race) => sum + (earnedInGroup(group, member, race)?.points ?? 0), 0) : 0
}

const bestOf = (earned: { userId: string; points: number }[], hidden: Set<string>) =>
  earned
    .map(({ userId, points }) => ({ userId, points: hidden.has(userId) ? null : points }))
    .sort((a, b) => (b.points ?? -1) - (a.points ?? -1))
