import { randomUUID } from 'node:crypto'
import type { resultPublished } from '@purple-sector/contracts/admin/events'
import { FOUNDING_CATEGORIES, findCategory, MAIN_POINTS, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { userChanged } from '@purple-sector/contracts/identity/events'
import type { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type {
  carChanged,
  categoryChanged,
  raceChanged,
  seasonChanged,
  weekendChanged,
} from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit/calls/identity-token'
import type { z } from 'zod'

type UserState = z.infer<typeof userChanged.data>
type WeekendState = z.infer<typeof weekendChanged.data>
type RaceState = z.infer<typeof raceChanged.data>
type SeasonState = z.infer<typeof seasonChanged.data>
type CategoryState = z.infer<typeof categoryChanged.data>
type CarState = z.infer<typeof carChanged.data>
type LockState = z.infer<typeof sessionLockChanged.data>
type GroupState = z.infer<typeof groupChanged.data>
type MembershipState = z.infer<typeof membershipChanged.data>
type InvitationState = z.infer<typeof invitationChanged.data>
type ResultState = z.infer<typeof resultPublished.data>

let lastId = 0
/** Returns a number that no other call in this process returns. */
export const nextId = (): number => ++lastId

/** Returns the founding category with that name, default the main one, for races and cars. */
const categoryOf = (name = 'Repco Supercars Championship') => {
  const category = findCategory(FOUNDING_CATEGORIES, name)
  return { categoryId: category?.id ?? 1, category: name, isMain: category?.isMain ?? false }
}

const HOUR_MS = 3_600_000

/** Returns an instant so many hours ahead (or back, when negative), in the form of the contracts. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A signed-in user, as verified by the gateway. */
export const aFan = (overrides: Partial<Caller> = {}): Caller => {
  const number = nextId()
  return {
    userId: randomUUID(),
    username: `fan${number}`,
    firstName: 'Fan',
    lastName: `No. ${number}`,
    isAdmin: false,
    sessionId: randomUUID(),
    ...overrides,
  }
}

/** A signed-in administrator. */
export const anAdmin = (overrides: Partial<Caller> = {}): Caller =>
  aFan({ username: 'race.control', isAdmin: true, ...overrides })

/** State of a user: `identity.user-changed.v1`. Pass a fan's `userId` as `id` for the same user. */
export const aUser = (overrides: Partial<UserState> = {}): UserState => {
  const number = nextId()
  return {
    id: randomUUID(),
    verifiedEmail: null,
    username: `fan${number}`,
    firstName: 'Fan',
    lastName: `No. ${number}`,
    profileImageUrl: null,
    avatarConfig: null,
    teamName: null,
    trackStatus: null,
    chatStatus: null,
    isAdmin: false,
    spoilerDelaySeconds: 0,
    autoTip: false,
    nudges: true,
    deleted: false,
    ...overrides,
  }
}

/** State of an active weekend that is running: `weekends.weekend-changed.v1`. */
export const aWeekend = (overrides: Partial<WeekendState> = {}): WeekendState => {
  const id = overrides.id ?? nextId()
  const startDate = overrides.startDate ?? hoursFromNow(-24).slice(0, 10)
  return {
    id,
    name: `Round ${id}`,
    description: '',
    venue: 'Mount Panorama',
    startDate,
    date: startDate,
    endDate: hoursFromNow(48).slice(0, 10),
    timeZone: 'Australia/Sydney',
    status: 'live',
    isActive: true,
    productRaceIds: [],
    seasonId: null,
    round: null,
    productRacesChosenAt: null,
    deleted: false,
    ...overrides,
  }
}

/**
 * State of an active season of these weekends, in order, all of which count: `weekends.season-changed.v1`. None has
 * a multiplier.
 */
export const aSeason = ({
  weekendIds = [],
  ...overrides
}: Partial<SeasonState> & { weekendIds?: readonly number[] } = {}): SeasonState => {
  const id = overrides.id ?? nextId()
  return {
    id,
    name: `Championship ${id}`,
    year: 2026,
    status: 'active',
    weekends: weekendIds.map((weekendId, index) => ({ weekendId, round: index + 1, multiplier: 1 })),
    countBest: null,
    missedWeekend: 'zero',
    jokers: 0,
    version: 1,
    createdAt: '2026-01-10T00:00:00.000Z',
    completedAt: null,
    deleted: false,
    ...overrides,
  }
}

/** State of a category, by default the main one: `weekends.category-changed.v1`. */
export const aCategory = (overrides: Partial<CategoryState> = {}): CategoryState => {
  const id = overrides.id ?? 1
  const founding = FOUNDING_CATEGORIES.find((category) => category.id === id)
  const defaults = {
    name: `Series ${id}`,
    shortName: `S${id}`,
    aliases: [],
    isMain: false,
    colour: '#73808F',
    order: id,
  }
  return { id, archived: false, ...defaults, ...founding, deleted: false, ...overrides }
}

/** State of a session that starts in a day, without a published lock: `weekends.race-changed.v1`. */
export const aRace = (overrides: Partial<RaceState> & Pick<RaceState, 'weekendId'>): RaceState => {
  const id = overrides.id ?? nextId()
  const startTime = overrides.startTime === undefined ? hoursFromNow(24) : overrides.startTime
  const { isMain, ...category } = categoryOf(overrides.category)
  return {
    id,
    name: `Race ${id}`,
    ...category,
    sessionType: 'race1',
    raceNumber: 1,
    status: 'upcoming',
    startTime,
    scheduledTime: startTime,
    scheduledStart: startTime,
    deadline: null,
    description: '',
    distance: 'TBD',
    track: 'TBD',
    pointsAwarded: isMain ? MAIN_POINTS : SUPPORT_POINTS,
    pointsSource: 'category',
    categoryImage: null,
    completedAt: null,
    resultRevision: null,
    resultStatus: null,
    resultReason: null,
    resultPublishedAt: null,
    resultChangedAt: null,
    reopened: 0,
    deleted: false,
    ...overrides,
  }
}

/** State of an entered car: `weekends.car-changed.v1`. */
export const aCar = (overrides: Partial<CarState> & Pick<CarState, 'weekendId'>): CarState => {
  const id = overrides.id ?? nextId()
  const { isMain: _, ...category } = categoryOf(overrides.category)
  const number = overrides.number ?? id % 1000
  return {
    id,
    ...category,
    raceId: null,
    number,
    plate: String(number),
    driver: `Driver ${id}`,
    team: `Team ${id}`,
    status: 'active',
    withdrawn: false,
    deleted: false,
    ...overrides,
  }
}

/** Lock of a session: `tipping.session-lock-changed.v1`. */
export const aSessionLock = (overrides: Partial<LockState> & Pick<LockState, 'raceId' | 'weekendId'>): LockState => ({
  locksAt: hoursFromNow(24),
  deleted: false,
  ...overrides,
})

type ResultOptions = Partial<ResultState> &
  Pick<ResultState, 'raceId' | 'weekendId'> & {
    /** Cars in finishing order, all classified; use `classification` for more detail. */
    finished?: readonly number[]
  }

/** A published result: `admin.result-published.v1`. */
export const aResult = ({ finished = [], ...overrides }: ResultOptions): ResultState => {
  const publishedAt = new Date().toISOString()
  return {
    revision: 1,
    status: 'provisional',
    reason: null,
    publishedAt,
    firstPublishedAt: publishedAt,
    classification: finished.map((carId, index) => ({
      carId,
      position: index + 1,
      place: index + 1,
      status: 'classified',
    })),
    deleted: false,
    ...overrides,
  }
}

/** State of a group with default rules, by default of one weekend: `groups.group-changed.v1`. */
export const aGroup = <WeekendId extends number | null>(
  overrides: Partial<GroupState> & { weekendId: WeekendId },
): GroupState & { weekendId: WeekendId } => {
  const { weekendId, allSeason = false, selectedRaceIds = [] } = overrides
  const id = overrides.id ?? nextId()
  const ownWeekends = weekendId === null ? [] : [{ weekendId, selectedRaceIds }]
  return {
    id,
    name: `Group ${id}`,
    description: '',
    isPrivate: true,
    creatorId: randomUUID(),
    createdAt: hoursFromNow(-24),
    selectedRaceIds,
    allSeason,
    seasonId: null,
    seasonRules: null,
    autoApproveInvites: true,
    hidePointsUntilApproved: false,
    preventPointsUntilApproved: false,
    lockTipsAfterFirstEvent: false,
    useCustomPointSystem: false,
    customPointSystem: {},
    rulesChanged: false,
    deleted: false,
    ...overrides,
    weekends: (allSeason && overrides.weekends) || ownWeekends,
  }
}

/** State of an approved membership: `groups.membership-changed.v1`. */
export const aMembership = (
  overrides: Partial<MembershipState> & Pick<MembershipState, 'groupId' | 'weekendId' | 'userId'>,
): MembershipState => ({
  role: 'member',
  approvalStatus: 'approved',
  joinedAt: hoursFromNow(-1),
  approvedAt: hoursFromNow(-1),
  usesOpenTips: false,
  deleted: false,
  ...overrides,
})

/** State of an invitation to a group: `groups.invitation-changed.v1`. */
export const anInvitation = (
  overrides: Partial<InvitationState> & Pick<InvitationState, 'groupId' | 'weekendId' | 'inviteeId'>,
): InvitationState => ({
  id: overrides.id ?? nextId(),
  groupName: `Group ${overrides.groupId}`,
  inviterId: randomUUID(),
  status: 'pending',
  createdAt: hoursFromNow(-1),
  ...overrides,
})
