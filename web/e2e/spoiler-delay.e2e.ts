import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { prepareContext, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { ANY_SCREEN } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

/** In seconds. */
const DELAY = 10
/** For actions while something is delayed: by then a busy machine has scored and reloaded a page. */
const LONGER = 30
/** How late a busy machine may render something that is due, in ms. */
const MAX_RENDER_LAG_MS = 15_000

type Racer = { name: string; tabs: Record<string, Page> }

/** A fan in a browser of their own, who tipped that car, with these tabs open. */
const aFan = async (
  browser: Browser,
  weekend: PlayedWeekend,
  addresses: Record<string, string>,
  delay: number,
  carId?: number,
): Promise<Racer> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await prepareContext(context)
  const first = await context.newPage()
  const name = await becomeFan(first)
  await follow(first, weekend)
  const { request } = context
  await json(await request.patch('/api/profile', { data: { spoilerDelaySeconds: delay } }))
  if (carId !== undefined)
    await json(await request.post('/api/tips', { data: { weekendId: weekend.id, category: SUPERCARS, carId } }))
  const tabs: Record<string, Page> = {}
  for (const [tab, address] of Object.entries(addresses)) {
    const page = Object.keys(tabs).length === 0 ? first : await context.newPage()
    await page.goto(address)
    await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()
    tabs[tab] = page
  }
  return { name, tabs }
}

const tabOf = ({ tabs }: Racer, tab: string): Page => {
  const page = tabs[tab]
  if (!page) throw new Error(`No tab ${tab}`)
  return page
}

/** When a page first contains this text, in ms: it is read again after every change. */
const firstShows = (page: Page, words: RegExp): Promise<number> =>
  page.evaluate(
    ({ source, flags, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        const recordTexts = () => {
          if (!new RegExp(source, flags).test(document.body.innerText)) return
          end()
          resolve(Date.now())
        }
        const changes = new MutationObserver(recordTexts)
        const timeout = setTimeout(() => {
          end()
          reject(new Error(`The page never says ${source}`))
        }, timeoutMs)
        const end = () => {
          changes.disconnect()
          clearTimeout(timeout)
        }
        changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
        recordTexts()
      }),
    { source: words.source, flags: words.flags, timeoutMs: 60_000 },
  )

/** Chooses a delay in the settings, and waits until this tab has it. */
const setDelay = async (page: Page, seconds: number): Promise<void> => {
  await json(await page.context().request.patch('/api/profile', { data: { spoilerDelaySeconds: seconds } }))
  if (seconds > 0) await expect(page.getByRole('link', { name: `${seconds} s behind` })).toBeVisible()
}

const says = async (page: Page, words: RegExp): Promise<boolean> =>
  words.test(await page.evaluate(() => document.body.innerText))

/** Waits until nothing that was done before is delayed any more. */
const waitUntilNothingDelayed = async (fan: Racer): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, DELAY * 1_000))
  for (const page of Object.values(fan.tabs)) await expect(page.getByText(/Held back for/)).toHaveCount(0)
}

type Surface = { tab: string; words(fan: Racer): RegExp }

/**
 * Runs `happens` and expects that the fan with a delay sees it later by that delay, on each of these surfaces, and not
 * much later than that after the live fan.
 */
const expectDelayed = async (
  live: Racer,
  late: Racer,
  surfaces: Record<string, Surface>,
  happens: () => Promise<unknown>,
): Promise<void> => {
  for (const [name, { tab, words }] of Object.entries(surfaces))
    for (const fan of [live, late])
      expect(await says(tabOf(fan, tab), words(fan)), `${name} says so before`).toBe(false)
  const watched = Object.entries(surfaces).map(async ([name, { tab, words }]) => ({
    name,
    times: await Promise.all([live, late].map((fan) => firstShows(tabOf(fan, tab), words(fan)).catch(() => 0))),
  }))
  const from = Date.now()
  await happens()
  for (const { name, times } of await Promise.all(watched)) {
    const [liveAt = 0, lateAt = 0] = times.map((at) => at - from)
    expect(liveAt, `${name}: visible without a delay`).toBeGreaterThan(0)
    expect(lateAt, `${name}: nothing younger than the delay`).toBeGreaterThanOrEqual(DELAY * 1_000)
    expect(lateAt, `${name}: it is shown then`).toBeLessThan(liveAt + DELAY * 1_000 + MAX_RENDER_LAG_MS)
  }
}

const start = async (baseURL: string | undefined): Promise<{ admin: APIRequestContext; weekend: PlayedWeekend }> => {
  const admin = await raceControl(baseURL)
  return { admin, weekend: await newWeekend(admin, `Spoiler ${stamp()}`) }
}

test(
  'a result reaches every screen of a fan with a delay only after it, also after a reload',
  ANY_SCREEN,
  async ({ browser, baseURL }) => {
    const { admin, weekend } = await start(baseURL)
    const [first, second] = weekend.cars
    const addresses = {
      dashboard: '/',
      board: '/leaderboard',
      notifications: '/leaderboard?tab=notifications',
      heat: '/heat-map',
      tips: '/my-tips',
    }
    const live = await aFan(browser, weekend, addresses, 0, first?.id)
    const late = await aFan(browser, weekend, addresses, DELAY, first?.id)
    await expect(tabOf(late, 'board').getByRole('link', { name: '10 s behind' })).toBeVisible()
    await waitUntilNothingDelayed(late)
    const points = /\n\+?50\b/
    const unread = new Map<Racer, RegExp>()
    for (const fan of [live, late]) {
      const page = tabOf(fan, 'dashboard')
      // A frame and a reply at once may count it twice for some seconds.
      const { count } = await json<{ count: number }>(
        await page.context().request.get(`/api/notifications/${weekend.id}/count`),
      )
      const bell = page.getByRole('banner').getByRole('link', { name: `Notifications ${count} unread`, exact: true })
      await expect(bell).toBeVisible()
      unread.set(fan, new RegExp(`\\b(?!${count}\\b)\\d+ unread`))
    }
    await expectDelayed(
      live,
      late,
      {
        toast: { tab: 'dashboard', words: () => /Qualifying has finished!/ },
        'how much is unread': { tab: 'dashboard', words: (fan) => unread.get(fan) ?? /never/ },
        'how many races are over': { tab: 'dashboard', words: () => /1 of 3 sessions/ },
        'figures of the dashboard': { tab: 'dashboard', words: () => points },
        'result above the board': { tab: 'board', words: () => /Qualifying result in/ },
        'own points on the board': { tab: 'board', words: ({ name }) => new RegExp(`${name}[^]{0,60}?\\n50\\b`) },
        notification: { tab: 'notifications', words: () => /\+50 from/ },
        'heat map': { tab: 'heat', words: () => /P1 · Qualifying/ },
        'my tips': { tab: 'tips', words: () => points },
      },
      () => publish(admin, weekend.qualifying, [first, second]),
    )

    // A correction, and a reload while it is delayed: once it is scored, since otherwise an older board could be shown.
    const reloaded = tabOf(late, 'board')
    await setDelay(reloaded, LONGER)
    const amended = /Qualifying result corrected/
    const from = Date.now()
    await publish(admin, weekend.qualifying, [second, first], { status: 'amended', reason: 'Jump start' })
    await firstShows(tabOf(live, 'board'), new RegExp(`${live.name}[^]{0,60}?\\n25\\b`))
    await reloaded.reload()
    await firstShows(reloaded, /Held back for \d+ s/)
    expect((await firstShows(reloaded, amended)) - from).toBeGreaterThanOrEqual(LONGER * 1_000)

    // Without a delay nothing waits any more, in every tab.
    await publish(admin, weekend.qualifying, [first, second], { status: 'amended', reason: 'Appeal upheld' })
    await firstShows(tabOf(live, 'board'), /Appeal upheld/)
    const at = Date.now()
    await setDelay(reloaded, 0)
    for (const tab of ['board', 'notifications'])
      expect((await firstShows(tabOf(late, tab), /Appeal upheld/)) - at).toBeLessThan(LONGER * 1_000)
    await admin.dispose()
  },
)

test(
  'messages of other fans come later, the fan’s own at once, and deleted ones never',
  ANY_SCREEN,
  async ({ browser, baseURL }) => {
    const { admin, weekend } = await start(baseURL)
    const addresses = { chat: '/race-chat' }
    const live = await aFan(browser, weekend, addresses, 0)
    const late = await aFan(browser, weekend, addresses, DELAY)
    await waitUntilNothingDelayed(late)
    const write = (fan: Racer, content: string): Promise<{ id: number }> =>
      tabOf(fan, 'chat')
        .context()
        .request.post(`/api/weekends/${weekend.id}/chat`, { data: { message: content } })
        .then(json<{ id: number }>)
    await expectDelayed(live, late, { message: { tab: 'chat', words: () => /Yellow at turn nine/ } }, () =>
      write(live, 'Yellow at turn nine'),
    )

    const own = Date.now()
    await write(late, 'Still on the grid here')
    expect((await firstShows(tabOf(late, 'chat'), /Still on the grid here/)) - own).toBeLessThan(DELAY * 1_000)

    const { id } = await write(live, 'The leader is in the wall')
    await firstShows(tabOf(live, 'chat'), /in the wall/)
    await json(await admin.delete(`/api/admin/chat/weekend/${id}`, { data: { reason: 'Too soon.' } }))
    await expect(tabOf(live, 'chat').getByText(/in the wall/)).toHaveCount(0)
    await write(live, 'Nothing to see')
    await firstShows(tabOf(late, 'chat'), /Nothing to see/)
    expect(await says(tabOf(late, 'chat'), /in the wall/)).toBe(false)

    // A reload shows older messages only.
    const reloaded = tabOf(late, 'chat')
    await setDelay(reloaded, LONGER)
    const from = Date.now()
    await write(live, 'Red flag')
    await firstShows(tabOf(live, 'chat'), /Red flag/)
    await reloaded.reload()
    await firstShows(reloaded, /Still on the grid here/)
    expect((await firstShows(reloaded, /Red flag/)) - from).toBeGreaterThanOrEqual(LONGER * 1_000)
    await admin.dispose()
  },
)

test(
  'a running session is shown later, but locks tips for all fans at once',
  ANY_SCREEN,
  async ({ browser, baseURL }) => {
    const { admin, weekend } = await start(baseURL)
    const [first] = weekend.cars
    // Only the race is left, so that it closes the tips of its category.
    await json(await admin.patch(`/api/admin/races/${weekend.qualifying}/status`, { data: { status: 'completed' } }))
    const addresses = { dashboard: '/', tips: '/tipping', board: '/leaderboard' }
    const live = await aFan(browser, weekend, addresses, 0, first?.id)
    const late = await aFan(browser, weekend, addresses, DELAY, first?.id)
    await waitUntilNothingDelayed(late)
    let sequence = 0
    const send = (flag: string, order: readonly ({ number: number } | undefined)[], lap: number) =>
      admin
        .post(`/api/live-timing/races/${weekend.race}/snapshots`, {
          data: {
            sequence: ++sequence,
            capturedAt: new Date().toISOString(),
            flag,
            lap,
            totalLaps: 20,
            entries: order.map((car, index) => ({
              carNumber: car?.number,
              position: index + 1,
              laps: lap,
              status: 'running',
            })),
          },
        })
        .then(json)

    const [kinnear, dray, vance, nandan] = weekend.cars
    const locked = Promise.all([live, late].map((fan) => firstShows(tabOf(fan, 'tips'), /tips locked/i)))
    await expectDelayed(
      live,
      late,
      {
        flag: { tab: 'dashboard', words: () => /green flag/i },
        'own picks': { tab: 'dashboard', words: () => /\+50/ },
        'board as it stands': { tab: 'board', words: () => /as it stands/i },
      },
      async () => {
        const from = Date.now()
        await send('green', [kinnear, dray, vance, nandan], 1)
        for (const at of await locked) expect(at - from).toBeLessThan(DELAY * 1_000)
      },
    )
    await expectDelayed(
      live,
      late,
      { flag: { tab: 'dashboard', words: () => /red flag/i }, 'own picks': { tab: 'dashboard', words: () => /\+25/ } },
      () => send('red', [dray, kinnear, vance, nandan], 2),
    )
    await admin.dispose()
  },
)
