import { type BrowserContext, expect, type Page } from '@playwright/test'
import { dropPrefetched } from './drop-prefetched.ts'
import { expectToast, prepareContext, TOAST, test } from './e2e-test.ts'
import { manyRacers, mockBoard, type Racer } from './mocked-board.ts'
import { muteSocket } from './mute-socket.ts'
import { becomeFan, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

const board = (page: Page) => page.getByRole('table', { name: 'All Sector Participants' })
const row = (page: Page, name: string) => board(page).getByRole('row', { name })
const pinned = (page: Page) => page.getByTitle('Go to your row')
const names = (page: Page) => board(page).locator('tbody tr').locator(':scope > td:nth-child(4) > span:first-child')
/** The row at a place that is in view now: rows are ordered by place, not by document order. */
const rowAt = (page: Page, position: number) => board(page).locator(`tr[aria-rowindex="${position + 1}"]`)

const tip = async (page: Page, weekend: PlayedWeekend, car: number) => {
  const data = { weekendId: weekend.id, category: SUPERCARS, carId: weekend.cars[car]?.id }
  await json(await page.context().request.post('/api/tips', { data }))
}

const open = async (page: Page) => {
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { name: 'Interactive Leaderboard' })).toBeVisible()
}

test('a result and its correction update the boards of two fans without a reload', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Boards ${info.project.name} ${Date.now().toString(36)}`)
  const other: BrowserContext = await browser.newContext(baseURL ? { baseURL } : {})
  await prepareContext(other)
  const screens = [page, await other.newPage()]
  const fans: string[] = []
  for (const [car, screen] of screens.entries()) {
    fans.push(await becomeFan(screen, `racer${car}`))
    await follow(screen, weekend)
    await open(screen)
    await expect(screen.getByText('LIVE', { exact: true }).last()).toBeVisible()
    await tip(screen, weekend, car)
  }
  const [first = '', second = ''] = fans
  for (const screen of screens) {
    await expect(screen.getByText('2 racers')).toBeVisible()
    await expect(row(screen, first)).toContainText('–')
  }
  await expect(row(page, first)).toContainText('YOU')
  await expect(row(page, second)).not.toContainText('YOU')

  await publish(admin, weekend.qualifying, [weekend.cars[0], weekend.cars[1]])
  for (const screen of screens) {
    await expectToast(screen, 'Qualifying has finished!')
    await expect(rowAt(screen, 1)).toContainText(first)
    await expect(rowAt(screen, 1)).toContainText('50')
    await expect(rowAt(screen, 2)).toContainText('25')
    await expect(screen.getByText(/^Qualifying result in · \d{1,2}:\d\d:\d\d [ap]m$/)).toBeVisible()
    await expect(screen.getByRole('region', { name: 'Top 3' }).getByRole('listitem').first()).toContainText(first)
  }

  await publish(admin, weekend.qualifying, [weekend.cars[1], weekend.cars[0]], {
    status: 'amended',
    reason: 'Jump start',
  })
  for (const screen of screens) {
    await expectToast(screen, /The result of Qualifying was corrected.*Jump start/)
    await expect(rowAt(screen, 1)).toContainText(second)
    await expect(rowAt(screen, 2)).toContainText(first)
    await expect(row(screen, first)).toContainText('25')
    await expect(screen.getByText(/^Qualifying result corrected: Jump start · /)).toBeVisible()
  }
  await expectAccessible(page)
  await expectOneScreenWide(page)
  expect(errors).toEqual([])
  await other.close()
})

test('an unchanged page of the board is answered without its rows', ANY_SCREEN, async ({ page, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), `Tags ${Date.now().toString(36)}`)
  await becomeFan(page)
  await follow(page, weekend)
  await tip(page, weekend, 0)
  await dropPrefetched(page)
  await open(page)
  await expect(page.getByText('1 racer', { exact: true })).toBeVisible()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const statuses: number[] = []
  const boards = new Set<string>()
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/leaderboard?')) boards.add(requestId)
  })
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (boards.has(requestId)) statuses.push(statusCode)
  })
  // A new participant is counted a moment later: until then each reply differs.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 racer', { exact: true })).toBeVisible()
    expect(statuses).toContain(304)
  }).toPass()
})

const wholeBoard = async (page: Page) => {
  const all = page.getByRole('button', { name: /^Show all/ })
  if (!(await all.isVisible())) return
  await all.click()
  await expect(all).toHaveCount(0)
}

test('a board of 100,000 is complete, with only the rows on screen in the document', async ({ page }, info) => {
  const errors = watchErrors(page)
  const racers = manyRacers(100_000, 61_234)
  const product = await mockBoard(page, racers)
  await open(page)
  await expect(page.getByText('100,000 racers').first()).toBeVisible()
  await expect(rowAt(page, 1)).toContainText('racer_000001')
  await wholeBoard(page)

  await page.evaluate(() => {
    const body = document.querySelector('table[aria-label="All Sector Participants"] tbody')
    window.scrollTo(0, (body?.getBoundingClientRect().bottom ?? 0) + window.scrollY - window.innerHeight)
  })
  await expect(rowAt(page, 100_000)).toContainText('racer_100000')
  expect(await names(page).count()).toBeLessThan(60)
  expect(new Set(product.requestedOffsets).size).toBeLessThan(6)

  // The fan's own row is pinned, shows its place, and leads there.
  await expect(pinned(page)).toContainText('61234')
  await pinned(page).click()
  await expect(row(page, 'kerbsider')).toBeInViewport()
  await expect(pinned(page)).toHaveCount(0)

  // After a result only the pages on screen are fetched again; the fan climbs.
  await expect.poll(() => product.requestedOffsets.at(-1)).toBeGreaterThan(60_000)
  const before = product.requestedOffsets.length
  product.publish(racers.map((racer) => (racer.name === 'kerbsider' ? { ...racer, points: racer.points + 30 } : racer)))
  await expect(row(page, 'kerbsider')).toContainText('61224')
  await expect(row(page, 'kerbsider').getByLabel('up 10 positions')).toBeVisible()
  const pages = new Set(product.requestedOffsets.slice(before))
  expect([...pages].every((offset) => offset >= 61_000 && offset <= 61_400)).toBe(true)
  await expectOneScreenWide(page)
  if (isPhone(info.project)) await expectAccessible(page)
  expect(errors).toEqual([])
})

const podium: Racer[] = [
  { name: 'mountain_mae', points: 155 },
  { name: 'kerbsider', points: 40 },
  { name: 'apexhunter', points: 149 },
  { name: 'Turn2Terry', points: 146 },
]
const climbed = podium.map((racer) => (racer.name === 'kerbsider' ? { ...racer, points: 200 } : racer))
const flights = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ effect }) => effect?.getTiming().duration === 520).length)
/** Records short animations from now on, which a busy machine may end before a frame is rendered. */
const watchForFlights = (page: Page) =>
  page.evaluate(() => {
    const seen = document.body.dataset
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      if (typeof options === 'object' && options.duration === 520) seen.flown = 'yes'
      return animate.call(this, frames, options)
    }
    new MutationObserver(() => {
      if (document.querySelector('canvas')) seen.celebrated = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })

test(
  'names in any script direction start where names start, with their points beside them',
  ANY_SCREEN,
  async ({ page }) => {
    await mockBoard(page, [
      { name: 'Quinn', points: 0 },
      { name: 'عمر 7', points: 0 },
      { name: 'عمر Quinn 42', points: 0 },
    ])
    await open(page)
    const rows = page.getByRole('region', { name: 'Top 3' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    const starts = await rows.locator('[dir="auto"]').evaluateAll((names) =>
      names.map((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return Math.round(text.getBoundingClientRect().left)
      }),
    )
    expect(new Set(starts).size, starts.join(' ')).toBe(1)
  },
)

test('rows fly to their new places, and a place on the podium is celebrated once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const product = await mockBoard(page, podium)
  await open(page)
  await expect(rowAt(page, 4)).toContainText('kerbsider')
  await expect(page.locator('canvas')).toHaveCount(0)
  await watchForFlights(page)
  product.publish(climbed)
  await expect(page.locator('body')).toHaveAttribute('data-flown', 'yes')
  await expect(page.locator('body')).toHaveAttribute('data-celebrated', 'yes')
  await expect(rowAt(page, 1)).toContainText('kerbsider')
  await expect.poll(() => flights(page)).toBe(0)
  await expect(page.locator('canvas')).toHaveCount(0)
  product.publish(climbed.map((racer) => ({ ...racer, points: racer.points + 1 })))
  await expect(rowAt(page, 1)).toContainText('201')
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('rows swap in place for a fan who prefers reduced motion', ANY_SCREEN, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const product = await mockBoard(page, podium)
  await open(page)
  await expect(rowAt(page, 4)).toContainText('kerbsider')
  await page.evaluate(() => {
    const watch = () => {
      const moving = document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
      document.body.dataset.moved = String(Number(document.body.dataset.moved ?? 0) + moving.length)
      requestAnimationFrame(watch)
    }
    watch()
  })
  product.publish(climbed)
  await expect(rowAt(page, 1)).toContainText('kerbsider')
  await expect(rowAt(page, 1).getByLabel('up 3 positions')).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset.moved)).toBe('0')
})

test('a correction with a long reason keeps its toast in bounds', async ({ page }) => {
  const product = await mockBoard(page, podium)
  await open(page)
  await expect(rowAt(page, 4)).toContainText('kerbsider')
  const reason = `Penalty of 5 seconds for car 7, ${'unsafe release '.repeat(20)}${'x'.repeat(150)}`
  // Measured in the page, since the toast is there for five seconds.
  const height = page.waitForFunction(
    ([toast, text]) => {
      const all = [...document.querySelectorAll<HTMLElement>(`${toast} *`)]
      return all.find(({ textContent }) => textContent === text)?.offsetHeight
    },
    [TOAST, reason],
  )
  product.correct('Race 1', reason)
  // Five lines of it.
  expect(await (await height).jsonValue()).toBe(80)
  await expectOneScreenWide(page)
  await expectToast(page, 'The result of Race 1 was corrected')
  const news = page.getByTitle(reason)
  await expect(news).toHaveText(/^Race 1 result corrected: Penalty .* · \d{1,2}:\d\d:\d\d [ap]m$/)
  await expect.poll(async () => (await news.boundingBox())?.height).toBeLessThanOrEqual(32)
  await expectAccessible(page)
  await expectOneScreenWide(page)
})

test('an empty board, rows that fail to load, and a lost connection have their own texts', async ({ page }) => {
  await mockBoard(page, [])
  await open(page)
  await expect(page.getByText('0 racers')).toBeVisible()
  await expect(page.getByText('No participants yet')).toHaveCount(2)
  await expectAccessible(page)

  let isBroken = true
  await page.route('**/api/weekends/*/leaderboard*', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '{"code":"UNAVAILABLE","message":"Busy"}' }) : route.fallback(),
  )
  await muteSocket(page)
  await page.reload()
  await expect(page.getByText('Couldn’t load the standings')).toBeVisible()
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('0 racers')).toBeVisible()

  await page.context().setOffline(true)
  await expect(page.getByText(/OFFLINE.*Standings as of \d{1,2}:\d\d [ap]m\./).last()).toBeVisible()
  await page.context().setOffline(false)
})

test('the tabs of the page work by keyboard, keep their place in the address, and show unread counts', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await mockBoard(page, podium)
  const replies: Record<string, unknown> = {
    '/api/notifications/1/count': { count: 3 },
    '/api/notifications/1': [],
    '/api/engagement/leaderboard/1': [],
    '/api/engagement/stats/1': { totalActivities: 0, totalPoints: 0, lastActivity: null },
  }
  for (const [path, reply] of Object.entries(replies))
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json: reply, headers: { 'x-total-count': '0', 'x-board-version': '1' } }),
    )
  await open(page)
  const tabs = page.getByRole('navigation', { name: 'Leaderboard', exact: true })
  const tab = (name: RegExp) => tabs.getByRole('link', { name })
  await expect(tab(/^Leaderboard/)).toHaveAttribute('aria-current', 'page')
  await expect(tab(/^Notifications/)).toHaveText('Notifications3')

  await tab(/^Leaderboard/).focus()
  await page.keyboard.press('Tab')
  await expect(tab(/^Engagement/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No Engagement Yet' })).toBeVisible()
  await expect(page).toHaveURL(/[?]tab=engagement$/)
  await expectAccessible(page)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No Notifications', { exact: true })).toBeVisible()
  await expect(tab(/^Notifications/)).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No Engagement Yet' })).toBeVisible()
  await page.goBack()
  await expect(board(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('names have room beside the figures at every width of a desktop', ANY_SCREEN, async ({ page }) => {
  await mockBoard(page, manyRacers(30, 7))
  await open(page)
  for (const width of [1024, 1199, 1200, 1359, 1360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const cell = board(page).locator('tbody tr:first-child > td:nth-child(4)')
    await expect.poll(async () => (await cell.boundingBox())?.width ?? 0).toBeGreaterThan(150)
  }
})
