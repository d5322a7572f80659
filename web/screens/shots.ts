import type { Page } from '@playwright/test'
import { changeReplies } from './change-replies.ts'
import { simulateRace } from './live-timing.ts'
import { mockSeason } from './season-analytics.ts'
import { seasonShots } from './season-shots.ts'
import type { Shot } from './shot.ts'

/** Changes something however often it is uploaded: several screenshots use it. */
const anEntryList = () => {
  const rows = [
    'Driver,Number,Team,Manufacturer,Class,Category',
    `Ash Brandt,61,Gully Junior Team,Ford,${Date.now()},Dunlop Super2 Series`,
    'Nils Corbett,4O,Gully Junior Team,Ford,,Dunlop Super2 Series',
    'Sam Petrakis,27,Lakeside Racing,Ford,,Dunlop Super2 Series',
  ]
  return { name: 'entry-list.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
}
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const car = (category: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Car for ${category}` }).click()
  await page.locator('[role=listbox] [role=option]:visible').first().click()
}
const SUPER2 = 'Dunlop Super2 Series'
const GR_CUP = 'TOYOTA GAZOO Racing Australia GR CUP'

/** All six states at once: one tip is in flight for ever, another is picked and not saved. */
const sixStates = async (page: Page): Promise<void> => {
  await page.route(/api\/tips/, (route) => (route.request().method() === 'GET' ? route.continue() : undefined))
  await car(GR_CUP)(page)
  await page.getByRole('article', { name: GR_CUP }).getByRole('button', { name: /Tip$/ }).click()
  await car(SUPER2)(page)
}

/** Generates the report of the live weekend. */
const generateReport = async (page: Page): Promise<void> => {
  await press(/^Generate .*: /)(page)
  await page
    .getByRole('link', { name: /^Download the report of/ })
    .first()
    .waitFor({ timeout: 60_000 })
}

const readPage = async (page: Page): Promise<void> => {
  await press(/Read results/)(page)
  const text =
    'PROVISIONAL\nIssue 2\nPos\tNo\tDriver\tLaps\tBest\n1\t7\tJ.Harrowell\t39\t1:20.4417\n2\t18\tAda Quinn\t39\t1:20.6120\n3\t31\tT.Kinnear\t39\t1:20.2983\nDNF\t222\tNils Corbett\t12'
  await page.getByRole('textbox', { name: 'Page, sheet or text' }).fill(text)
  await page.getByText(/cars understood/).waitFor()
}

/** The same page, of a session that started before it locked. */
const readEarlyStart = async (page: Page): Promise<void> => {
  await changeReplies(page, /results\/read$/, (reading: { notes: string[] }) => {
    const notes = ['It started at 3:20 pm; 3 tips came in after that.', ...reading.notes]
    return { ...reading, startedAt: '2026-11-21T04:50:00.000Z', lateTips: 3, notes }
  })
  await readPage(page)
}

const NO_VOTES = '{"totalVotes":0,"uniqueVoters":0,"categoriesVoted":0}'

const NO_DASHBOARD: Record<string, string> = {
  'my-stats': '{"position":null,"totalPoints":0,"tipsSubmitted":0,"successRate":0,"recentForm":[]}',
}

const NO_GROUPS = '{"groups":[],"invitations":[]}'

/** The dialog behind one of the buttons of a group's card. */
const inGroup =
  (group: string, ...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    const [first, ...further] = names
    if (first) await page.getByRole('article', { name: group }).getByRole('button', { name: first }).click()
    for (const name of further) await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').waitFor()
  }

/** A new group, filled in up to its points. */
const fillGroup = async (page: Page): Promise<void> => {
  await press('Create Group')(page)
  const form = page.getByRole('dialog')
  await form.getByLabel('Group name').fill('Grandstand C')
  await form.getByLabel('Description').fill('Row 14 to 22. Bring sunscreen and an opinion.')
  for (const name of ['Private', 'Auto-Approve Invites', 'Custom points'])
    await form.getByText(name, { exact: true }).click()
  await form.getByRole('button', { name: 'Select all of Repco Supercars Championship' }).click()
  await form.getByRole('button', { name: `Select all of ${SUPER2}` }).click()
  await form.getByRole('button', { name: /^Sprint Race/ }).click()
}

/** A tab of a group's leaderboard. */
const groupBoard =
  (tab: string, group = 'Pit Lane Pundits') =>
  async (page: Page) => {
    await inGroup(group, 'Leaderboard')(page)
    await page.getByRole('tab', { name: tab }).click()
  }

const INVITE_LINK = '/groups/join/mJ3nQ8yWc2LxTz5K'
const INVITED_TO = {
  name: 'Gate 9 Regulars',
  description: 'Everyone who has ever queued at Gate 9.',
  memberCount: 32,
  isPrivate: false,
  weekend: { name: 'Southern Cross 500', startDate: '2026-11-20' },
  allSeason: true,
  countBest: 9,
}

/** The page of an invite link with a valid code; joining by it is answered like this. */
const invited =
  (reply?: { status: number; json: object }) =>
  async (page: Page): Promise<void> => {
    await page.route(/api\/groups\/preview/, (route) => route.fulfill({ json: INVITED_TO }))
    if (reply) await page.route(/api\/groups\/join/, (route) => route.fulfill(reply))
    await page.reload()
    await page.getByRole('heading', { name: INVITED_TO.name, level: 1 }).waitFor()
  }

/** Verifies the fan's address, as most are. */
const verified = async (page: Page): Promise<void> => {
  await changeReplies(page, /api\/auth\/user/, (user: object) => ({ ...user, emailVerified: true }))
  await page.reload()
  await page.getByRole('heading', { name: 'Profile Information' }).waitFor()
}

const write = async (page: Page, message: string): Promise<void> => {
  const field = page.getByPlaceholder('Type your message...')
  await field.fill(message)
  await field.press('Enter')
}

/** An administrator is asked why a message is deleted. */
const askForReason = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Delete message of apexhunter/ })
    .last()
    .click()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Off topic.')
}

/** An avatar that is not saved, in a tab of its builder. */
const inBuilder = (tab: string) => async (page: Page) => {
  const builder = page.getByRole('region', { name: 'Racing Avatar' })
  await builder.getByRole('tab', { name: 'Teams' }).click()
  await builder.getByText('Redgum Racing', { exact: true }).click()
  await builder.getByRole('tab', { name: tab }).click()
}

const customTheme = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Theme Settings' }).getByText('Custom', { exact: true }).click()
}

/** A dialog of the account. */
const ofAccount = (button: string) => async (page: Page) => {
  await press(button)(page)
  await page.getByRole('dialog').waitFor()
}

/** Every screen, in the order of the navigation. A new screen is a new row. */
const NO_ANALYTICS: Record<string, string> = {
  performance:
    '{"totalWeekends":0,"averageAccuracy":0,"accuracyChange":null,"trendingUp":false,"totalPoints":0,"bestRank":null,"bestWeekend":null,"averageRank":null,"recentPerformance":[],"insights":[]}',
  history: '[]',
  achievements: '{"progress":[],"unlocked":[]}',
}

export const shots: Shot[] = [
  { name: 'landing', path: '/', as: 'visitor' },
  { name: 'sign-in', path: '/api/login', as: 'visitor' },
  {
    name: 'sign-in-refused',
    path: '/api/login',
    as: 'visitor',
    async prepare(page) {
      await page.getByLabel('Email').first().fill('k.bright@example.org')
      await page.getByLabel('Password').first().fill('not the one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Wrong email or password.').waitFor()
    },
  },
  { name: 'not-found', path: '/nowhere', as: 'fan' },
  {
    name: 'dashboard',
    path: '/',
    as: 'fan',
    api: /weekends\/\d+\/(races|leaderboard|my-stats)/,
    empty: (path) => NO_DASHBOARD[path.split('/').at(-1) ?? ''] ?? '[]',
  },
  { name: 'live-timing', path: '/', as: 'fan', open: simulateRace },
  {
    name: 'live-timing-laps',
    path: '/',
    as: 'fan',
    open: simulateRace,
    prepare: press('Laps and race control'),
  },
  { name: 'live-timing-full', path: '/live-timing', as: 'fan', open: simulateRace },
  {
    name: 'quick-share',
    path: '/',
    as: 'fan',
    async prepare(page) {
      await press('Quick Share')(page)
      await page.getByRole('img', { name: 'What the link shows' }).waitFor()
    },
  },
  {
    name: 'quick-share-empty',
    path: '/',
    as: 'fan',
    async prepare(page) {
      await page.route(/api\/social-share\/\d+$/, (route) => route.fulfill({ json: [] }))
      await press('Quick Share')(page)
      await page.getByText('No templates yet').waitFor()
    },
  },
  {
    name: 'shared',
    path: '/',
    as: 'fan',
    async prepare(page) {
      await press('Quick Share')(page)
      const link = await page.getByRole('link', { name: 'Facebook' }).getAttribute('href')
      await page.goto(new URL(new URL(link ?? '').searchParams.get('u') ?? '').pathname)
    },
  },
  { name: 'event-details', path: '/', as: 'fan', prepare: press(/Event details/) },
  { name: 'user-menu', path: '/', as: 'fan', prepare: press(/user menu/) },
  { name: 'tipping', path: '/tipping', as: 'fan', api: /purple-sector-races/, empty: '[]' },
  { name: 'tip-card-states', path: '/tipping', as: 'fan', prepare: sixStates },
  { name: 'car-picker', path: '/tipping', as: 'fan', prepare: press(/^Car for/) },
  {
    name: 'toast',
    path: '/tipping',
    as: 'fan',
    async prepare(page) {
      const failed = { status: 409, json: { code: 'TIPS_CLOSED', message: 'Tips for this category are closed.' } }
      await page.route(/api\/tips/, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill(failed),
      )
      await car(SUPER2)(page)
      await page.getByRole('article', { name: SUPER2 }).getByRole('button', { name: /Tip$/ }).click()
    },
  },
  {
    name: 'analytics',
    path: '/analytics',
    as: 'fan',
    api: /api\/(analytics|achievements)/,
    empty: (path) => NO_ANALYTICS[path.split('/').at(-1) ?? ''] ?? '[]',
  },
  { name: 'analytics-season', path: '/analytics', as: 'fan', prepare: mockSeason },
  { name: 'history', path: '/history', as: 'fan' },
  { name: 'groups', path: '/groups', as: 'fan', api: /api\/groups\/overview/, empty: NO_GROUPS },
  {
    name: 'groups-menu',
    path: '/groups',
    as: 'fan',
    prepare: (page) =>
      page
        .getByRole('article', { name: 'Pit Lane Pundits' })
        .getByRole('button', { name: /^Settings/ })
        .click(),
  },
  { name: 'group-form', path: '/groups', as: 'fan', prepare: press('Create Group') },
  {
    name: 'group-form-points',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await fillGroup(page)
      await page.getByText('Custom points apply only to this group.').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'group-form-errors',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await press('Create Group')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click()
    },
  },
  { name: 'group-edit', path: '/groups', as: 'fan', prepare: inGroup('Pit Lane Pundits', /^Settings/, 'Edit Group') },
  {
    name: 'group-members',
    path: '/groups',
    as: 'fan',
    prepare: inGroup('Pit Lane Pundits', /^Settings/, /^Approve Members/),
  },
  {
    name: 'group-delete',
    path: '/groups',
    as: 'fan',
    prepare: inGroup('Pit Lane Pundits', /^Settings/, 'Delete Group'),
  },
  { name: 'group-settings', path: '/groups', as: 'fan', prepare: inGroup('Gate 9 Regulars', 'Settings') },
  {
    name: 'group-leaderboard',
    path: '/groups',
    as: 'fan',
    prepare: inGroup('Pit Lane Pundits', 'Leaderboard'),
  },
  { name: 'group-leaderboard-categories', path: '/groups', as: 'fan', prepare: groupBoard('By Category') },
  { name: 'group-leaderboard-progress', path: '/groups', as: 'fan', prepare: groupBoard('Race Progress') },
  {
    name: 'group-leaderboard-picks',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await groupBoard('By Category', 'Gate 9 Regulars')(page)
      await page.getByRole('region', { name: 'Who picked what' }).first().waitFor()
      await page.getByRole('region', { name: 'Boost Mobile TTSO' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'group-leaderboard-pending', path: '/groups', as: 'fan', prepare: inGroup('Office Grid', 'Leaderboard') },
  { name: 'group-tipping', path: '/groups', as: 'fan', prepare: inGroup('Pit Lane Pundits', 'Tipping') },
  {
    name: 'share-group',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await inGroup('Gate 9 Regulars', 'Share Group')(page)
      await page.getByText('Ready').waitFor()
    },
  },
  {
    name: 'invite-users',
    path: '/groups',
    as: 'fan',
    async prepare(page) {
      await inGroup('Pit Lane Pundits', 'Invite Users')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Invite by email').fill('mae@pit')
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await dialog.getByLabel('Find fans').fill('ma')
      await dialog.getByRole('list', { name: 'Fans found' }).waitFor()
    },
  },
  {
    name: 'invitations',
    path: '/groups?tab=invitations',
    as: 'fan',
    api: /api\/groups\/overview/,
    empty: NO_GROUPS,
  },
  { name: 'invite-link', path: INVITE_LINK, as: 'visitor', api: /api\/groups\/preview/, prepare: invited() },
  { name: 'invite-link-unknown', path: INVITE_LINK, as: 'visitor' },
  {
    name: 'invite-link-joined',
    path: INVITE_LINK,
    as: 'fan',
    prepare: invited({ status: 200, json: { group: INVITED_TO, approvalStatus: 'pending' } }),
  },
  {
    name: 'invite-link-refused',
    path: INVITE_LINK,
    as: 'fan',
    api: /api\/groups\/join/,
    prepare: invited({
      status: 403,
      json: { code: 'INVITE_ONLY', message: 'This group is private. You need an invitation to join it.' },
    }),
  },
  { name: 'my-tips', path: '/my-tips', as: 'fan', api: /api\/tips\//, empty: '[]' },
  { name: 'my-points', path: '/my-tips?view=points', as: 'fan', api: /my-points/, empty: '[]' },
  { name: 'leaderboard', path: '/leaderboard', as: 'fan', api: /api\/weekends\/\d+\/leaderboard/, empty: '[]' },
  {
    name: 'leaderboard-engagement',
    path: '/leaderboard?tab=engagement',
    as: 'fan',
    api: /api\/engagement\/leaderboard/,
    empty: '[]',
  },
  {
    name: 'leaderboard-notifications',
    path: '/leaderboard?tab=notifications',
    as: 'fan',
    api: /api\/notifications\/\d+$/,
    empty: '[]',
  },
  { name: 'heat-map', path: '/heat-map', as: 'fan', api: /api\/weekends\/\d+\/heat-map/, empty: '[]' },
  {
    name: 'driver-poll',
    path: '/driver-poll',
    as: 'fan',
    api: /api\/(cars|driver-poll)\//,
    empty: (path) => (path.endsWith('user') ? 'null' : path.endsWith('stats') ? NO_VOTES : '[]'),
    prepare: (page) =>
      page
        .getByRole('radio')
        .nth(1)
        .check({ timeout: 3_000 })
        .catch(() => {}),
  },
  {
    name: 'driver-poll-results',
    path: '/driver-poll?tab=results',
    as: 'fan',
    api: /api\/driver-poll\/\d+\/results/,
    empty: '[]',
  },
  {
    name: 'driver-poll-statistics',
    path: '/driver-poll?tab=statistics',
    as: 'fan',
    api: /api\/driver-poll\//,
    empty: (path) => (path.endsWith('stats') ? NO_VOTES : '[]'),
  },
  { name: 'race-chat', path: '/race-chat', as: 'fan', api: /weekends\/\d+\/chat/, empty: '[]' },
  {
    name: 'race-chat-reactions',
    path: '/race-chat',
    as: 'fan',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^React to message/ })
        .last()
        .click(),
  },
  { name: 'race-chat-deletion', path: '/race-chat', as: 'administrator', prepare: askForReason },
  {
    name: 'race-chat-not-sent',
    path: '/race-chat',
    as: 'fan',
    async prepare(page) {
      await page.route(/weekends\/\d+\/chat$/, (route) => route.abort())
      await write(page, 'Four minutes to the lock and I still cannot decide.')
      await page.getByRole('button', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'race-chat-muted',
    path: '/race-chat',
    as: 'fan',
    async prepare(page) {
      const muted = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Language' }
      await changeReplies(page, /api\/chat\/rooms/, (rooms: object[]) => rooms.map((room) => ({ ...room, muted })))
      await page.reload()
      await page.getByText(/^You’re muted until/).waitFor()
    },
  },
  {
    name: 'group-chat',
    path: '/groups',
    as: 'fan',
    api: /groups\/\d+\/chat/,
    empty: '[]',
    open: inGroup('Pit Lane Pundits', /^Group Chat/),
  },
  { name: 'profile', path: '/profile', as: 'fan', api: /api\/users\//, empty: '[]', prepare: verified },
  { name: 'profile-unverified', path: '/profile', as: 'fan' },
  {
    name: 'notification-settings',
    path: '/profile',
    as: 'fan',
    api: /api\/notifications\/(preferences|push-subscriptions)$/,
    async open(page) {
      await page.getByRole('button', { name: 'Notification settings' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile-edit',
    path: '/profile',
    as: 'fan',
    async prepare(page) {
      await verified(page)
      await press('Edit')(page)
      await page.getByLabel('Username').fill('dunlop_dave')
      await page.getByRole('button', { name: 'Save', exact: true }).locator('visible=true').click()
      await page.getByText('This username is already taken.').first().waitFor()
    },
  },
  { name: 'avatar-builder', path: '/profile', as: 'fan', prepare: inBuilder('Style') },
  { name: 'avatar-builder-colors', path: '/profile', as: 'fan', prepare: inBuilder('Colors') },
  { name: 'avatar-builder-teams', path: '/profile', as: 'fan', prepare: inBuilder('Teams') },
  { name: 'avatar-builder-legends', path: '/profile', as: 'fan', prepare: inBuilder('Legends') },
  { name: 'theme-settings', path: '/profile', as: 'fan', prepare: customTheme },
  { name: 'profile-password', path: '/profile', as: 'fan', prepare: ofAccount('Change password') },
  { name: 'profile-sessions', path: '/profile', as: 'fan', prepare: ofAccount('Where I’m signed in') },
  { name: 'profile-deletion', path: '/profile', as: 'fan', prepare: ofAccount('Delete my account') },
  { name: 'access-denied', path: '/admin', as: 'fan' },
  {
    name: 'setup-categories',
    path: '/admin?tab=races&view=categories',
    as: 'administrator',
    api: /api\/categories/,
    empty: '[]',
  },
  {
    name: 'setup-webhooks',
    path: '/admin?tab=reports&view=webhooks',
    as: 'administrator',
    api: /api\/admin\/webhooks/,
    empty: '[]',
  },
  {
    name: 'setup-webhook-form',
    path: '/admin?tab=reports&view=webhooks',
    as: 'administrator',
    prepare: press('Add webhook'),
  },
  { name: 'setup-weekends', path: '/admin', as: 'administrator', api: /api\/admin\/weekends/, empty: '[]' },
  { name: 'setup-weekend-form', path: '/admin', as: 'administrator', prepare: press('Create weekend') },
  {
    name: 'setup-weekend-delete',
    path: '/admin',
    as: 'administrator',
    async prepare(page) {
      const more = page.getByRole('button', { name: 'More for Southern Cross 500' })
      if (await more.isVisible()) {
        await more.click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else await press('Delete Southern Cross 500')(page)
      await page.getByRole('dialog').getByText('Fans').waitFor()
    },
  },
  { name: 'setup-races', path: '/admin?tab=races', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  { name: 'setup-session-form', path: '/admin?tab=races', as: 'administrator', prepare: press('Create Session') },
  { name: 'setup-cars', path: '/admin?tab=cars', as: 'administrator', api: /api\/admin\/cars/, empty: '[]' },
  {
    name: 'setup-cars-upload',
    path: '/admin?tab=cars',
    as: 'administrator',
    prepare: async (page) => {
      await press('Upload spreadsheet')(page)
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(anEntryList())
      await page.getByRole('button', { name: /^Upload \d/ }).click()
      await page.getByText('rows written').waitFor()
    },
  },
  { name: 'setup-car-form', path: '/admin?tab=cars', as: 'administrator', prepare: press('Create car') },
  { name: 'setup-filter', path: '/admin?tab=filter', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  {
    name: 'setup-live-timing',
    path: '/admin?tab=live-timing',
    as: 'administrator',
    api: /api\/(live-timing\/status|admin\/audit)/,
  },
  {
    name: 'setup-pdf-reports',
    path: '/admin?tab=reports',
    as: 'administrator',
    api: /api\/admin\/(reports|weekends)/,
    empty: '[]',
    prepare: generateReport,
  },
  { name: 'setup-drivers', path: '/admin?tab=drivers', as: 'administrator', api: /api\/admin\/cars/, empty: '[]' },
  {
    name: 'setup-chat-moderation',
    path: '/admin?tab=moderation',
    as: 'administrator',
    api: /api\/admin\/(chat|audit)/,
    empty: '[]',
    prepare: askForReason,
  },
  {
    name: 'setup-chat-moderation-mute',
    path: '/admin?tab=moderation',
    as: 'administrator',
    async prepare(page) {
      await press('More for apexhunter')(page)
      await page.getByRole('menuitem', { name: 'Mute apexhunter' }).click()
    },
  },
  { name: 'setup-users', path: '/admin?tab=users', as: 'administrator' },
  { name: 'setup-results', path: '/admin?tab=results', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  {
    name: 'results-editor',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    api: /races\/\d+\/results/,
  },
  {
    name: 'results-draft',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    async prepare(page) {
      const down = page.getByRole('button', { name: 'Move Reuben Castellari down' })
      await page.getByText('Classification').waitFor()
      if (await down.isVisible()) return down.click()
      await press(/^Edit Reuben Castellari/)(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Down' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
    },
  },
  {
    name: 'results-history',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    prepare: async (page) => {
      const sheet = page.getByRole('button', { name: 'History' })
      if (await sheet.isVisible()) await sheet.click()
      await page.getByRole('list', { name: 'Revisions' }).waitFor()
    },
  },
  {
    name: 'points-of-a-racer',
    path: '/admin?tab=results&view=points',
    as: 'administrator',
    prepare: async (page) => {
      await page.getByRole('searchbox', { name: 'Whose points' }).fill('kerbsider')
      await page.getByRole('button', { name: /kerbsider/ }).click()
      await page.getByText('points in the open competition').waitFor()
    },
  },
  {
    name: 'audit-log',
    path: '/admin?tab=results&view=log',
    as: 'administrator',
    api: /api\/admin\/audit/,
    empty: '[]',
  },
  {
    name: 'results-read',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    prepare: readPage,
  },
  {
    name: 'results-early-start',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    prepare: readEarlyStart,
  },
  {
    name: 'results-lock-at',
    path: '/admin?tab=results&race={scored}',
    as: 'administrator',
    async prepare(page) {
      await readEarlyStart(page)
      await press(/^Lock at /)(page)
      await page.getByRole('dialog', { name: /^Lock / }).waitFor()
    },
  },
  ...seasonShots,
]
