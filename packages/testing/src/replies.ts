import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { Report } from '@purple-sector/contracts/admin/reports'
import { FOUNDING_CATEGORIES, findCategory } from '@purple-sector/contracts/categories'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import type { EngagementEntry, Notification, ShareTemplate } from '@purple-sector/contracts/engagement/http'
import type { Group, Invitation, Member } from '@purple-sector/contracts/groups/http'
import type { User } from '@purple-sector/contracts/identity/http'
import type { Entry, Tip } from '@purple-sector/contracts/tipping/http'
import type { Chances, OwnSeason, SeasonEntry, SeasonStanding } from '@purple-sector/contracts/tipping/seasons'
import type { Car, Category, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'

// HTTP replies of the product, for stubs of a gateway, tests of the web and the browser. Only contracts
// are imported, so that code in a browser can use this file too. The states of events are in builders.ts.

/** A weekend in the form for all users: the active one, not live yet. */
export const weekendReply = (overrides: Partial<Weekend> = {}): Weekend => ({
  id: 1,
  name: 'Southern Cross 500',
  description: '',
  venue: 'Kingsway Street Circuit',
  startDate: '2026-11-20',
  endDate: '2026-11-22',
  date: '2026-11-20',
  timeZone: 'Australia/Adelaide',
  status: 'inactive',
  isActive: true,
  productRaceIds: [],
  seasonId: null,
  round: null,
  ...overrides,
})

/** A season in the form for all users: an upcoming one without weekends, all of which would count. */
export const seasonReply = (overrides: Partial<Season> = {}): Season => ({
  id: 1,
  name: '2026 Championship',
  year: 2026,
  status: 'upcoming',
  weekends: [],
  countBest: null,
  missedWeekend: 'zero',
  jokers: 0,
  version: 1,
  createdAt: '2026-01-10T00:00:00.000Z',
  ...overrides,
})

/** The category of a reply: the main one, or the founding one with that name. */
const inCategory = ({ category, categoryId }: { category?: string; categoryId?: number }) => {
  const found = findCategory(FOUNDING_CATEGORIES, category ?? categoryId ?? 1)
  return { categoryId: found?.id ?? 0, category: found?.name ?? '' }
}

/** A category in the form for all users: the main one in its initial state. */
export const categoryReply = (overrides: Partial<Category> = {}): Category => ({
  id: 1,
  name: 'Repco Supercars Championship',
  shortName: 'Supercars',
  aliases: ['Repco Supercars', 'Supercars Championship'],
  isMain: overrides.id === undefined || overrides.id === 1,
  colour: '#3D7FD6',
  order: 1,
  archived: false,
  ...overrides,
})

/** A session in the form for all users: a race of the main category, open, with neither time nor result. */
export const raceReply = (overrides: Partial<Race> = {}): Race => ({
  id: 1,
  weekendId: 1,
  name: 'Race 1',
  ...inCategory(overrides),
  sessionType: 'race1',
  raceNumber: 1,
  status: 'upcoming',
  startTime: null,
  scheduledTime: null,
  scheduledStart: null,
  deadline: null,
  locked: false,
  description: '',
  distance: 'TBD',
  track: 'TBD',
  pointsAwarded: { first: 50, second: 25, third: 15 },
  pointsSource: 'category',
  categoryImage: null,
  completedAt: null,
  resultRevision: null,
  resultStatus: null,
  resultReason: null,
  resultPublishedAt: null,
  resultChangedAt: null,
  ...overrides,
})

/** A car in the form for all users: entered for the main category, not withdrawn. */
export const carReply = (overrides: Partial<Car> = {}): Car => ({
  id: 1,
  weekendId: 1,
  ...inCategory(overrides),
  raceId: null,
  number: 7,
  plate: String(overrides.number ?? 7),
  name: '',
  driver: 'Jed Harrowell',
  coDriver: null,
  team: 'Brightline Racing',
  manufacturer: 'Ford',
  model: null,
  class: null,
  status: 'active',
  withdrawn: false,
  race: null,
  ...overrides,
})

/** The tip of a fan on car 7 of the main category, in the open competition. */
export const tipReply = (overrides: Partial<Tip> = {}): Tip => ({
  id: 1,
  weekendId: 1,
  categoryId: 1,
  category: 'Repco Supercars Championship',
  carId: 7,
  groupId: null,
  tipSource: 'sector',
  points: 0,
  submittedAt: '2026-11-20T00:11:00.000Z',
  isAutomatic: false,
  isCopy: false,
  car: carReply({ id: 7 }),
  countsFrom: null,
  sessions: [],
  ...overrides,
})

/** A row of a leaderboard: a fan with one tip and no points yet, on place 1, named like their id. */
export const boardEntry = (userId: string, overrides: Partial<Entry> = {}): Entry => ({
  userId,
  position: 1,
  totalPoints: 0,
  tipsSubmitted: 1,
  username: userId,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  positionChange: 0,
  picks: { first: 0, second: 0, third: 0 },
  tieBreak: null,
  ...overrides,
})

/** A user's row on a season leaderboard: leading, without points or completed rounds. */
export const seasonEntry = (userId: string, overrides: Partial<SeasonEntry> = {}): SeasonEntry => ({
  userId,
  position: 1,
  totalPoints: 0,
  weekendsPlayed: 0,
  weekendsWon: 0,
  bestWeekend: null,
  picks: { first: 0, second: 0, third: 0 },
  rounds: [],
  form: [],
  positionChange: 0,
  jokers: [],
  joker: null,
  username: userId,
  firstName: null,
  lastName: null,
  avatarConfig: null,
  tieBreak: null,
  ...overrides,
})

/** A user's standing in a season that goes with `seasonEntry`. */
export const seasonStanding = (userId: string, overrides: Partial<SeasonStanding> = {}): SeasonStanding => ({
  userId,
  position: 1,
  shared: false,
  totalPoints: 0,
  positionChange: 0,
  canWin: true,
  clinched: false,
  ...overrides,
})

/** A round of the caller's season: one to come. */
export const ownRound = (weekendId: number, overrides: Partial<OwnSeason['weekends'][number]> = {}) => ({
  weekendId,
  round: weekendId,
  multiplier: 1 as const,
  points: null,
  seasonPoints: null,
  counted: false,
  dropped: false,
  missed: false,
  beforeJoining: false,
  void: false,
  joker: false,
  position: null,
  ...overrides,
})

/** The caller's own season: of a user who takes no part in it. */
export const ownSeasonReply = (overrides: Partial<OwnSeason> = {}): OwnSeason => ({
  seasonId: 1,
  version: 1,
  position: null,
  shared: false,
  totalPoints: 0,
  jokersLeft: 0,
  maxReachable: null,
  canWin: false,
  clinched: false,
  weekends: [],
  ...overrides,
})

/** What a user who takes no part can still reach. */
export const chancesReply = (overrides: Partial<Chances> = {}): Chances => ({
  maxReachable: null,
  canWin: false,
  clinched: false,
  podiums: null,
  sentences: [],
  ...overrides,
})

/** A user's row on the engagement leaderboard. */
export const engagementEntry = (userId: string, overrides: Partial<EngagementEntry> = {}): EngagementEntry => ({
  userId,
  position: 1,
  totalPoints: 5,
  totalActivities: 1,
  username: userId,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  ...overrides,
})

/** A notification of a fan: a result changed their position. */
export const notificationReply = (overrides: Partial<Notification> = {}): Notification => ({
  id: 1,
  weekendId: 1,
  type: 'position',
  title: 'Up to 2nd',
  message: 'Qualifying brought you 50 points.',
  link: '/leaderboard',
  isRead: false,
  createdAt: '2026-11-21T04:00:00.000Z',
  ...overrides,
})

/** A share template of a fan: their position. */
export const templateReply = (overrides: Partial<ShareTemplate> = {}): ShareTemplate => ({
  id: 1,
  weekendId: 1,
  templateType: 'leaderboard_position',
  content: 'I’m 12th of 1,284 at Southern Cross 500 with 118 points.',
  hashtags: ['PurpleSector', 'SouthernCross500'],
  imageUrl: `/api/social-share/pictures/${'a'.repeat(24)}.png`,
  shareUrl: `/api/social-share/shared/${'a'.repeat(24)}`,
  shareCount: 0,
  createdAt: '2026-11-21T04:00:00.000Z',
  ...overrides,
})

/** A fan's own account, without optional profile data. */
export const userReply = (overrides: Partial<User> = {}): User => ({
  id: 'kerbsider',
  email: 'kerbsider@fans.test',
  emailVerified: true,
  username: 'kerbsider',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  isAdmin: false,
  userType: null,
  teamName: null,
  carNumber: null,
  manufacturer: null,
  trackStatus: null,
  selectedWeekendId: null,
  chatStatus: null,
  preferredWeekendId: null,
  avatarConfig: null,
  theme: null,
  spoilerDelaySeconds: 0,
  autoTip: false,
  nudges: true,
  timesIn: 'track',
  timeZone: 'Australia/Sydney',
  hasPassword: true,
  ...overrides,
})

/** A group as its members read it: public, with default rules; the reader founded it if they are its admin. */
export const groupReply = (overrides: Partial<Group> = {}): Group => ({
  id: 1,
  name: 'Pit Lane Pundits',
  description: 'Sunday lunch rules apply. Loser cooks.',
  isPrivate: false,
  weekendId: 1,
  selectedRaceIds: [],
  allSeason: false,
  seasonId: null,
  countBest: null,
  missedWeekend: null,
  lateJoiners: null,
  weekends: [{ weekendId: 1, selectedRaceIds: [] }],
  autoApproveInvites: false,
  hidePointsUntilApproved: false,
  preventPointsUntilApproved: false,
  lockTipsAfterFirstEvent: false,
  useCustomPointSystem: false,
  customPointSystem: {},
  creatorId: overrides.isAdmin ? 'kerbsider' : 'apexhunter',
  creatorName: overrides.isAdmin ? 'kerbsider' : 'apexhunter',
  inviteCode: 'mJ3nQ8yWc2LxTz5K',
  memberCount: 9,
  pendingCount: overrides.isAdmin ? 0 : null,
  isAdmin: false,
  approvalStatus: 'approved',
  usesOpenTips: false,
  createdAt: '2026-11-20T00:00:00.000Z',
  ...overrides,
})

/** A member as the group's admin reads it: approved, named like their id. */
export const memberReply = (userId: string, overrides: Partial<Member> = {}): Member => ({
  userId,
  username: userId,
  firstName: null,
  lastName: null,
  email: `${userId}@fans.test`,
  joinedAt: '2026-11-20T00:00:00.000Z',
  approvedAt: overrides.approvalStatus === 'pending' ? null : '2026-11-20T00:00:00.000Z',
  approvalStatus: 'approved',
  role: 'member',
  usesOpenTips: false,
  avatarConfig: null,
  ...overrides,
})

/** An invitation as the invited user reads it. */
export const invitationReply = (overrides: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  groupId: 1,
  groupName: 'Pit Lane Pundits',
  groupDescription: 'Sunday lunch rules apply. Loser cooks.',
  inviterName: 'apexhunter',
  inviterEmail: null,
  inviteeEmail: null,
  inviteeName: null,
  status: 'pending',
  createdAt: '2026-11-20T00:00:00.000Z',
  ...overrides,
})

let lastMessage = 0

/** A message in the form for all users, in the weekend's room; each is newer than the previous one. */
export const messageReply = (overrides: Partial<Message> = {}): Message => {
  const id = overrides.id ?? ++lastMessage
  const userName = overrides.userName ?? 'ann'
  return {
    id,
    weekendId: 1,
    groupId: null,
    userId: userName,
    userName,
    message: `Message ${id}`,
    createdAt: '2026-11-21T04:00:00.000Z',
    user: {
      username: userName,
      firstName: null,
      lastName: null,
      trackStatus: null,
      chatStatus: null,
      avatarConfig: null,
    },
    sentAs: null,
    ...overrides,
  }
}

/** A message of a user with that name, a second after the message with the previous id. */
export const messageFrom = (id: number, userName: string, message: string, overrides: Partial<Message> = {}): Message =>
  messageReply({
    id,
    userName,
    message,
    createdAt: new Date(Date.UTC(2026, 10, 21, 5, 0, id)).toISOString(),
    ...(overrides.groupId && { weekendId: null }),
    ...overrides,
  })

/** The first weekend's room for a user who has read all of it. */
export const roomReply = (overrides: Partial<Room> = {}): Room => ({
  weekendId: overrides.groupId ? null : 1,
  groupId: null,
  slowModeSeconds: 0,
  messageCount: 0,
  lastReadId: null,
  unread: 0,
  muted: null,
  ...overrides,
})

/** A finished report, ready for download. */
export const reportReply = (overrides: Partial<Report> = {}): Report => ({
  id: 1,
  weekendId: 3,
  filename: 'ironbark-400-report.pdf',
  state: 'done',
  progress: 100,
  pages: 12,
  bytes: 240_000,
  error: null,
  createdAt: '2026-10-18T07:12:00.000Z',
  ...overrides,
})

/** A car on a timing screen: running in this position, on its fifth lap. */
export const timingEntryReply = (
  carId: number,
  position: number,
  overrides: Partial<TimingEntry> = {},
): TimingEntry => ({
  carNumber: carId,
  plate: String(carId),
  carId,
  driver: `Driver ${carId}`,
  position,
  place: position,
  change: 0,
  laps: 5,
  lastLapMs: 91_234 + position,
  lastLap: null,
  bestLapMs: 90_123 + position,
  isFastest: position === 1,
  gapMs: position === 1 ? null : 1_200 * (position - 1),
  gapLaps: null,
  intervalMs: position === 1 ? null : 1_200,
  intervalLaps: null,
  sectorsMs: [30_111, 30_222, null],
  sectors: ['green', 'yellow', null],
  inPit: false,
  pitStops: 1,
  status: 'running',
  ...overrides,
})

/** A session on its fifth lap, as fans see it: these cars, the leader first. */
export const timingReply = (cars: readonly number[], overrides: Partial<Timing> = {}): Timing => {
  const at = overrides.at ?? new Date().toISOString()
  return {
    raceId: 11,
    weekendId: 1,
    generation: 1,
    sequence: 1,
    at,
    capturedAt: at,
    startedAt: at,
    flag: 'green',
    lap: 5,
    totalLaps: 20,
    remainingMs: null,
    message: null,
    hasEnded: false,
    entries: cars.map((carId, index) => timingEntryReply(carId, index + 1)),
    ...overrides,
  }
}
