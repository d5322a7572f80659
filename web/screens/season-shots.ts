import type { Page } from '@playwright/test'
import type { Group, GroupsOverview } from '@purple-sector/contracts/groups/http'
import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import { dropPrefetched } from '../e2e/drop-prefetched.ts'
import { changeReplies } from './change-replies.ts'
import { mockSeason } from './mock-season.ts'
import type { Shot } from './shot.ts'

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const NO_OWN_SEASON =
  '{"seasonId":1,"version":1,"position":null,"shared":false,"totalPoints":0,"jokersLeft":1,"maxReachable":null,"canWin":false,"clinched":false,"weekends":[]}'

const CLINCHED = { own: { position: 1, totalPoints: 1512, clinched: true }, chances: { clinched: true } }
const LAST_RACE = {
  chances: {
    podiums: { total: 15_600, win: 1_152, top3: 9_480 },
    sentences: ['You win if #88 wins and #97 is not on the podium.', 'You win if #7 wins and #88 is second.'],
  },
}
const UNSCHEDULED = { own: { maxReachable: null }, chances: { maxReachable: null } }
const OUT = { own: { canWin: false }, chances: { canWin: false, maxReachable: 1180 } }

/** A calendar with a new round, one that is there, and rows with errors. */
const aCalendar = () => {
  const rows = [
    'Round,Name,Venue,Start,End,Time zone',
    '1,Southern Cross 500,Kingsway Street Circuit,,,',
    '2,Opal Coast 400,Opal Coast Raceway,2027-03-14,2027-03-15,Australia/Brisbane',
    '3,Saltbush 360,Saltbush Park,2027-05-02,2027-05-01,Australia/Sydney',
    'x,Big Prawn 300,Prawn Park,2027-06-06,2027-06-07,Australia/Atlantis',
  ]
  return { name: 'calendar.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
}

const GROUP = 'Pit Lane Pundits'

/** Makes a group one of the whole season, with a leaderboard in each of its rounds. */
const mockSeasonGroup = async (page: Page, changes: Partial<Group> = {}) => {
  const { season, weekends } = await mockSeason(page)
  await changeReplies<GroupsOverview>(page, /api\/groups\/overview$/, ({ groups, ...rest }) => ({
    ...rest,
    groups: groups.map((group) =>
      group.name === GROUP
        ? {
            ...group,
            ...{ allSeason: true, seasonId: season.id, countBest: 8, missedWeekend: 'lowest', lateJoiners: 'none' },
            weekends: weekends.slice(0, -1).map(({ id }) => ({ weekendId: id, selectedRaceIds: [] })),
            ...changes,
          }
        : group,
    ),
  }))
  await page.reload()
  await page.getByRole('article', { name: GROUP }).waitFor()
}

const groupButton = (page: Page, name: string | RegExp) =>
  page.getByRole('article', { name: GROUP }).getByRole('button', { name }).click()

const openGroupSeason = async (page: Page): Promise<void> => {
  await mockSeasonGroup(page)
  await groupButton(page, 'Leaderboard')
  await page.getByRole('dialog').getByText('Season', { exact: true }).click()
  await page.getByRole('dialog').getByText('apexhunter').waitFor()
}

const openComparison = async (page: Page): Promise<void> => {
  const { weekends } = await mockSeason(page)
  const side = (place: number) => ({ position: place, points: 150 - place * 7 })
  const fan = (userId: string, username: string) => ({
    ...{ userId, username, firstName: null, lastName: null, avatarConfig: null },
  })
  const pick = (plate: string, points: number) => ({ carId: Number(plate), plate, driver: 'Jed Harrowell', points })
  const races = ['Race 1', 'Race 2', 'Race 3'].map((name, index) => ({
    ...{ raceId: index, name },
    you: index === 1 ? null : pick('7', 50 - index * 10),
    them: pick('31', index * 25),
  }))
  const comparison: Comparison = {
    seasonId: 1,
    you: fan('me', 'kerbsider'),
    them: fan('fan-2', 'apexhunter'),
    competitions: [
      {
        groupId: null,
        groupName: null,
        weekends: weekends.slice(0, 11).map(({ id, name, status }, index) => ({
          ...{ weekendId: id, name, round: index + 1, status },
          you: index === 4 ? null : side(index + 3),
          them: side(((index * 5) % 9) + 1),
          categories: [{ categoryId: 1, category: 'Repco Supercars Championship', races }],
        })),
      },
      { groupId: 4, groupName: GROUP, weekends: [] },
    ],
  }
  await page.route(/api\/compare\//, (route) => route.fulfill({ json: comparison }))
  await page
    .getByRole('button', { name: /apexhunter/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /R2/ }).click()
}

const UNTIPPED: UntippedCategory[] = [
  ['Repco Supercars Championship', ['apexhunter', 'BoxBoxBec', 'kerbsider', 'wetline', 'noor']],
  ['Dunlop Super2 Series', ['wetline', 'a_very_long_name_of_thirty_char']],
  ['Porsche Carrera Cup Australia', []],
].map(([category, names], index) => ({
  ...{ categoryId: index, category: String(category), deadline: '2027-11-28T03:58:00.000Z' },
  members: [names ?? []].flat().map((username) => ({ userId: username, username, firstName: null })),
}))

/** The dialog with the members of a group without a tip. */
const openUntipped = async (page: Page): Promise<void> => {
  // A reply that a screen in another state has instead comes first.
  await page.context().route(/\/untipped\/\d/, (route) => route.fulfill({ json: UNTIPPED }))
  await groupButton(page, /^Settings/)
  await page.getByRole('menuitem', { name: 'Who Hasn’t Tipped' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Tips of which some are automatic. */
const withAutomaticTips = async (page: Page): Promise<void> => {
  await changeReplies<Tip[]>(page, /api\/tips\/\d+$/, (tips) =>
    tips.map((tip, index) => ({ ...tip, isAutomatic: tip.groupId === null && index % 3 !== 1 })),
  )
  await page.reload()
  await page.getByText('Automatic').first().waitFor()
}

/** A pick that is not saved, where a tip was made automatically. */
const draftOverAutomaticTip = async (page: Page): Promise<void> => {
  await changeReplies<Tip[]>(page, /api\/tips\/\d+$/, (tips) => tips.map((tip) => ({ ...tip, isAutomatic: true })))
  await page.reload()
  await page.getByText('Tipped for you, as').first().waitFor()
  const card = page.getByRole('article').filter({ hasText: 'Tipped for you, as' }).first()
  await card.getByRole('button', { name: /^Car for/ }).click()
  await page.locator('[role=listbox] [role=option]:visible').nth(3).click()
  await page.getByText('Tipped for you:').waitFor()
}

/** A season group before its first round. */
const WAITING_GROUP = { weekendId: null, weekends: [], selectedRaceIds: [] }

/** The states of a season's screens. */
export const seasonShots: Shot[] = [
  {
    name: 'dashboard-season',
    path: '/',
    as: 'fan',
    api: /api\/seasons\/\d+\/me/,
    empty: NO_OWN_SEASON,
    prepare: mockSeason,
  },
  { name: 'dashboard-season-clinched', path: '/', as: 'fan', prepare: (page) => mockSeason(page, CLINCHED) },
  { name: 'dashboard-season-out', path: '/', as: 'fan', prepare: (page) => mockSeason(page, OUT) },
  {
    name: 'dashboard-season-last-race',
    path: '/',
    as: 'fan',
    async prepare(page) {
      await mockSeason(page, LAST_RACE)
      await changeReplies<{ name: string; status: string }[]>(page, /api\/weekends$/, (weekends) =>
        weekends.map((weekend) =>
          weekend.name === 'Season Finale 500' ? { ...weekend, status: 'completed' } : weekend,
        ),
      )
      await page.reload()
      await page.getByText(/^You win if #88/).waitFor()
    },
  },
  {
    name: 'leaderboard-season',
    path: '/leaderboard?view=season',
    as: 'fan',
    api: /api\/seasons\/\d+\/leaderboard/,
    empty: '[]',
    prepare: mockSeason,
  },
  {
    name: 'leaderboard-season-full',
    path: '/leaderboard?view=season',
    as: 'fan',
    prepare: (page) => mockSeason(page, { countBest: null }),
  },
  { name: 'compare', path: '/leaderboard?view=season', as: 'fan', prepare: openComparison },
  {
    name: 'season',
    path: '/season',
    as: 'fan',
    api: /api\/seasons\/\d+\/(me|chances|leaderboard)/,
    empty: (path) => (path.endsWith('/me') ? NO_OWN_SEASON : '[]'),
    prepare: mockSeason,
  },
  { name: 'season-full', path: '/season', as: 'fan', prepare: (page) => mockSeason(page, { countBest: null }) },
  { name: 'season-to-come', path: '/season', as: 'fan', prepare: (page) => mockSeason(page, { isToCome: true }) },
  { name: 'season-clinched', path: '/season', as: 'fan', prepare: (page) => mockSeason(page, CLINCHED) },
  { name: 'season-last-race', path: '/season', as: 'fan', prepare: (page) => mockSeason(page, LAST_RACE) },
  { name: 'season-unscheduled', path: '/season', as: 'fan', prepare: (page) => mockSeason(page, UNSCHEDULED) },
  {
    name: 'season-past',
    path: '/season',
    as: 'fan',
    async prepare(page) {
      await mockSeason(page, { own: { canWin: false }, chances: { canWin: false } })
      await page.getByLabel('Season', { exact: true }).selectOption({ label: '2025 Championship' })
      await page.getByText(/^2025 Championship:/).waitFor()
    },
  },
  {
    name: 'season-joker',
    path: '/season',
    as: 'fan',
    async prepare(page) {
      await mockSeason(page)
      await press('Play a joker')(page)
    },
  },
  {
    name: 'season-share',
    path: '/season',
    as: 'fan',
    async prepare(page) {
      await press('Quick Share')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'season-none',
    path: '/season',
    as: 'fan',
    async prepare(page) {
      await dropPrefetched(page)
      await page.route(/api\/seasons$/, (route) => route.fulfill({ json: [] }))
      await page.reload()
      await page.getByText('No season yet').waitFor()
    },
  },
  { name: 'group-season', path: '/groups', as: 'fan', prepare: openGroupSeason },
  { name: 'group-untipped', path: '/groups', as: 'fan', api: /\/untipped\//, empty: '[]', open: openUntipped },
  {
    name: 'group-nudge',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await openUntipped(page)
      await press('Send a nudge')(page)
    },
  },
  {
    name: 'group-past-round',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await mockSeasonGroup(page)
      await groupButton(page, 'Leaderboard')
      await page.getByRole('combobox', { name: 'Weekend' }).waitFor()
    },
  },
  {
    name: 'group-waiting',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await mockSeasonGroup(page, WAITING_GROUP)
      await groupButton(page, 'Leaderboard')
    },
  },
  {
    name: 'group-waiting-season',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await mockSeasonGroup(page, WAITING_GROUP)
      await groupButton(page, 'Leaderboard')
      await page.getByRole('dialog').getByText('Season', { exact: true }).click()
    },
  },
  {
    name: 'group-waiting-card',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await mockSeasonGroup(page, WAITING_GROUP)
      await page.getByRole('article', { name: GROUP }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'group-waiting-form',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await mockSeasonGroup(page, WAITING_GROUP)
      await groupButton(page, /^Settings/)
      await page.getByRole('menuitem', { name: 'Edit Group' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'group-form-season',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await press('Create Group')(page)
      await page.getByRole('dialog').getByText('All season', { exact: true }).click()
      await page.getByLabel('Rounds before a member joined').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'my-tips-season',
    path: '/my-tips',
    as: 'fan',
    async prepare(page) {
      await mockSeason(page)
      await withAutomaticTips(page)
    },
  },
  { name: 'tipping-automatic', path: '/tipping', as: 'fan', prepare: withAutomaticTips },
  { name: 'tipping-automatic-draft', path: '/tipping', as: 'fan', prepare: draftOverAutomaticTip },
  {
    name: 'my-tips-automatic-draft',
    path: '/tipping',
    as: 'fan',
    async prepare(page) {
      await draftOverAutomaticTip(page)
      await page.getByRole('link', { name: 'My Tips' }).first().click()
      await page.getByText('Automatic').first().waitFor()
    },
  },
  {
    name: 'setup-seasons',
    path: '/admin?tab=weekends&view=seasons',
    as: 'administrator',
    api: /api\/seasons/,
    empty: '[]',
  },
  {
    name: 'setup-season-form',
    path: '/admin?tab=weekends&view=seasons',
    as: 'administrator',
    prepare: press('Create season'),
  },
  {
    name: 'setup-season-rounds',
    path: '/admin?tab=weekends&view=seasons',
    as: 'administrator',
    prepare: press('Rounds of 2026 Championship'),
  },
  {
    name: 'setup-season-import',
    path: '/admin?tab=weekends&view=seasons',
    as: 'administrator',
    async prepare(page) {
      await press('Rounds of 2026 Championship')(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Import/ })
        .click()
      await page.locator('input[type=file]').setInputFiles(aCalendar())
      await page
        .getByText(/Atlantis/)
        .first()
        .waitFor()
    },
  },
]
