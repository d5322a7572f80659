import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test, told } from './journey.ts'
import { becomeFan, json, logOut, raceControl, signInAs, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone, PHONE_AGENT } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

test.use({
  serviceWorkers: 'allow',
  userAgent: ({ userAgent }, use, { project }) => use(isPhone(project) ? PHONE_AGENT : userAgent),
})

/** What a browser says of a network that the journey has taken away. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to/
const OFFLINE = /^OFFLINE As of .+, .+ ago\.$/

const age = (page: Page) => page.locator('#kept')
const board = (page: Page) => page.getByRole('row').filter({ hasText: 'YOU' })

/** The pages that this browser has kept. */
const offlinePages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept = await caches.open('purple-sector-pages-1')
    return (await kept.keys()).map(({ url }) => new URL(url).pathname)
  })

/** All that this browser keeps, as text. */
const allCached = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })

/** Opens these pages, and waits until the worker has kept them and all files with them. */
const keep = async (page: Page, ...paths: string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path)
    await expect.poll(() => offlinePages(page)).toContain(path)
  }
  const hasAll = () =>
    page.evaluate(async () => {
      const files = await caches.open('purple-sector-files-1')
      return Boolean(await files.match('/build'))
    })
  await expect.poll(hasAll).toBe(true)
}

/** A fan of a weekend of their own, who has tipped and been scored. */
const scoredFan = async (page: Page, baseURL: string | undefined, name: string) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `${name} ${stamp()}`)
  const fan = await becomeFan(page, 'back')
  await follow(page, weekend)
  const data = { weekendId: weekend.id, category: SUPERCARS, carId: weekend.cars[0]?.id }
  await json(await page.context().request.post('/api/tips', { data }))
  await publish(admin, weekend.qualifying, weekend.cars)
  return { admin, weekend, fan }
}

/** Holds what the network says to pages and their reads back until it is let go. */
const slowNetwork = async (context: BrowserContext): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await context.route(
    ({ pathname }) => !/^\/(assets|api\/(login|logout|auth\/log))/.test(pathname) && !/\.\w+$/.test(pathname),
    async (route) => {
      await held.promise
      await route.fallback().catch(() => {})
    },
  )
  return held.resolve
}

/** Of the car that was tipped a second place is made. */
const correct = (admin: Awaited<ReturnType<typeof raceControl>>, { qualifying, cars }: PlayedWeekend) => {
  const [winner, second, ...others] = cars
  return publish(admin, qualifying, [second, winner, ...others], { reason: 'Post-race scrutineering' })
}

test('a fan without a network sees the last board at once and how old it is, and the new one as soon as there is one', async ({
  page,
  context,
  baseURL,
}) => {
  const { admin, weekend } = await scoredFan(page, baseURL, 'Tunnel')
  await keep(page, '/', '/leaderboard')
  await expect(board(page)).toContainText('50')
  const errors = watchErrors(page, NO_NETWORK)
  const drawnAgain: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('drawn again')) drawnAgain.push(line.text())
  })
  await context.setOffline(true)
  await page.reload()
  await expect(board(page)).toContainText('50')
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
  await expect(page.getByText(/Standings as of/)).toHaveCount(0)
  await expectAccessible(page)
  await expectOneScreenWide(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectOneScreenWide(page)
  // It may take two lines here, and as much room is left for it.
  const height = () => page.evaluate(() => `${document.getElementById('kept')?.offsetHeight}px`)
  const room = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom)
  await expect.poll(async () => (await room()) === (await height())).toBe(true)

  // A page that was not opened before has its frame, and says what it lacks.
  await page.goto('/groups')
  await expect(page.getByRole('heading', { name: 'Group Tipping', level: 1 })).toBeVisible()
  await expect(page.getByText('We can’t reach the server.').first()).toBeVisible()
  await expect(age(page)).toHaveText(OFFLINE)

  // What was asked for anew in vain is still there.
  await page.goto('/')
  await expect(age(page)).toHaveText(OFFLINE)
  await expect(page.getByRole('region', { name: 'Live Leaderboard' })).toContainText('50')
  await expect(page.getByText(/Couldn’t load/)).toHaveCount(0)

  // Nor does it lack what is opened on it.
  await page.getByRole('button', { name: /Event details/ }).click()
  await expect(page.getByRole('dialog')).toContainText(weekend.name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/leaderboard')
  await expect(age(page)).toHaveText(OFFLINE)
  await correct(admin, weekend)
  await context.setOffline(false)
  await expect(age(page)).toBeEmpty()
  await expect(board(page)).toContainText('25')
  expect(drawnAgain).toEqual([])
  expect(errors).toEqual([])
})

test('on a slow network the last board is there at once and the new one follows, and the notice moves nothing', async ({
  page,
  context,
  baseURL,
}) => {
  const { admin, weekend } = await scoredFan(page, baseURL, 'Slow Line')
  await keep(page, '/leaderboard')
  await expect(board(page)).toContainText('50')
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + shift.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const comeBack = async () => {
    const letGo = await slowNetwork(context)
    await page.reload()
    await expect(board(page)).toContainText('50')
    await expect(age(page)).toHaveText(/^Saved .+ ago · updating…$/)
    return letGo
  }
  // Nothing is new but the age: what moves is moved by the notice, which comes with the page and leaves it.
  const letGo = await comeBack()
  letGo()
  await expect(age(page)).toBeEmpty()
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.1)

  // What is new may be a line longer, as on any page to which it comes.
  await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible()
  const letGoOn = await comeBack()
  await correct(admin, weekend)
  letGoOn()
  await expect(board(page)).toContainText('25')
  await expect(age(page)).toBeEmpty()
})

test(
  'a page to which a link led is there without a network, too, where it is what the fan has left',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'Walked Off')
    await keep(page, '/')
    const bar = page.getByRole('navigation', { name: 'Pages' }).and(page.locator(':visible'))
    await bar.getByRole('link', { name: 'Leaderboard' }).click()
    await expect(board(page)).toContainText('50')
    expect(await offlinePages(page)).toEqual(['/'])
    await page.goto('about:blank')
    const beside = await context.newPage()
    await beside.goto('/icon.svg')
    await expect.poll(() => offlinePages(beside)).toEqual(['/', '/leaderboard'])
    await context.setOffline(true)
    await page.goto('/leaderboard')
    await expect(age(page)).toHaveText(OFFLINE)
    await expect(board(page)).toContainText('50')
  },
)

test('who has signed out is shown nothing of theirs without a network, nor is anybody else', async ({
  page,
  context,
  baseURL,
}) => {
  const { fan } = await scoredFan(page, baseURL, 'Sign Off')
  await keep(page, '/', '/leaderboard')
  expect(await allCached(page)).toContain(fan)
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Rev up your race day' })).toBeVisible()
  await expect.poll(() => offlinePages(page)).toEqual([])
  expect(await allCached(page)).not.toContain(fan)
  await context.setOffline(true)
  for (const path of ['/', '/leaderboard']) await expect(page.goto(path)).rejects.toThrow('net::ERR_')
  await context.setOffline(false)

  // The same browser, another account, a line that brings nothing: it is waited for, and not the other's page shown.
  const other = await (async () => {
    const visitor = await context.browser()?.newContext(baseURL ? { baseURL } : {})
    const there = await visitor?.newPage()
    const name = there ? await becomeFan(there, 'other') : ''
    await visitor?.close()
    return name
  })()
  await page.goto('/api/login?returnTo=/leaderboard')
  const form = page.locator('form[action*="login"]')
  await form.getByLabel('Email').fill(`${other}@fans.test`)
  await form.getByLabel('Password').fill('eight laps to go')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/leaderboard')
  await keep(page, '/leaderboard')
  const kept = await allCached(page)
  expect(kept).toContain(`${other}@`)
  expect(kept).not.toContain(`${fan}@`)
})

test(
  'a session that was changed or ended unseen leaves nothing of who was there before',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    const { fan } = await scoredFan(page, baseURL, 'Hand Over')
    await keep(page, '/leaderboard')
    const visitor = await context.browser()?.newContext(baseURL ? { baseURL } : {})
    const there = await visitor?.newPage()
    const other = there ? await becomeFan(there, 'heir') : ''
    await visitor?.close()
    // As no browser does it: neither the worker nor a page is told.
    await page.goto('about:blank')
    await signInAs(page, other, baseURL)
    const letGo = await slowNetwork(context)
    // The app itself loads the page once more: the first one is waited for until it has come.
    await page.goto('/leaderboard', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-kept', /\d+/)
    letGo()
    await expect(page.getByRole('button', { name: other })).toBeVisible()
    await expect(page.getByRole('button', { name: fan })).toHaveCount(0)
    await expect.poll(() => allCached(page)).not.toContain(`${fan}@`)

    await keep(page, '/leaderboard')
    await context.clearCookies()
    await page.reload()
    await told(page, 'Unauthorized You are logged out. Logging in again...')
    await page.waitForURL('**/api/login?returnTo=%2Fleaderboard')
    await expect.poll(() => offlinePages(page)).toEqual([])
  },
)

test('a theme that was chosen since is that of the page', ANY_SCREEN, async ({ page, context, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await scoredFan(page, baseURL, 'Dusk')
  await keep(page, '/leaderboard', '/')
  const saved = page.waitForResponse('**/api/profile/theme')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('button', { name: 'Theme System' }).click()
  await saved
  await expect.poll(() => offlinePages(page)).toEqual([])
  await keep(page, '/')
  await context.setOffline(true)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-kept', /\d+/)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(age(page)).toHaveText(OFFLINE)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('a tip without a network says that it was not saved, and stays in the form', async ({
  page,
  context,
  baseURL,
}) => {
  const { weekend } = await scoredFan(page, baseURL, 'Late Call')
  await keep(page, '/tipping')
  const letGo = await slowNetwork(context)
  await page.reload()
  await expect(age(page)).toHaveText(/updating…$/)
  letGo()
  await expect(age(page)).toBeEmpty()
  const card = page.getByRole('article', { name: SUPERCARS })
  await card.getByRole('button', { name: /^Car for / }).click()
  await page.getByRole('option', { name: /Marcus Dray/ }).click()
  await context.setOffline(true)
  await card.getByRole('button', { name: / Tip$/ }).click()
  await told(page, 'You’re offline. Your tip wasn’t saved.')
  await expect(card.getByRole('button', { name: /^Car for / })).toContainText('Marcus Dray')
  await expect(card.getByText('Not saved')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: / Tip$/ }).click()
  await told(page, `Your tip for ${SUPERCARS} has been saved.`)
  const tips = await json<{ carId: number }[]>(await context.request.get(`/api/tips/${weekend.id}`))
  expect(tips.map(({ carId }) => carId)).toEqual([weekend.cars[1]?.id])
})

/** Whether the script of the new build runs in the page. */
const isOfNewBuild = (page: Page) => page.evaluate(() => 'isNewBuild' in window)

test(
  'a new build runs with the next page but one at the latest, and nothing of the one before stays',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'Upgrade')
    await keep(page, '/leaderboard', '/')
    const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(await allCached(page)) ?? []
    // As if the server had another build: another first script, which needs what the one before was.
    const isDocument = ({ pathname }: URL) => pathname === '/' || pathname === '/leaderboard'
    await context.route(isDocument, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        `src="${script}"></script>`,
        `src="/assets/index-newer.js"></script><link rel="modulepreload" crossorigin href="${script}">`,
      )
      await route.fulfill({ response, body })
    })
    await context.route('**/assets/index-newer.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `import '${script}'; window.isNewBuild = true` }),
    )
    const errors = watchErrors(page, NO_NETWORK)
    const letGo = await slowNetwork(context)
    await page.reload()
    await expect(age(page)).toHaveText(/updating…$/)
    expect(await isOfNewBuild(page)).toBe(false)
    letGo()
    await expect(age(page)).toBeEmpty()
    await expect.poll(() => offlinePages(page)).toEqual(['/'])

    let loaded = 0
    page.on('load', () => loaded++)
    await page.goto('/leaderboard')
    await expect.poll(() => isOfNewBuild(page)).toBe(true)
    await expect(board(page)).toContainText('50')
    await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible()
    await expect(age(page)).toBeEmpty()
    await expect.poll(() => offlinePages(page)).toEqual(['/', '/leaderboard'])
    expect(loaded).toBe(1)

    // Whoever stands in for a server has a network of their own.
    await context.unroute(isDocument)
    await context.setOffline(true)
    await page.reload()
    await expect(age(page)).toHaveText(OFFLINE)
    expect(await isOfNewBuild(page)).toBe(true)
    await expect(board(page)).toContainText('50')
    expect(errors).toEqual([])
  },
)

test(
  'with a spoiler delay a kept page tells nothing sooner than it may',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'No Spoilers')
    await keep(page, '/leaderboard')
    await json(await context.request.patch('/api/profile', { data: { spoilerDelaySeconds: 120 } }))
    await page.reload()
    await expect.poll(() => allCached(page)).toContain('"spoilerDelaySeconds":120')
    await context.setOffline(true)
    // What is younger than the longest delay is not shown at all.
    await expect(page.reload()).rejects.toThrow('net::ERR_')
  },
)
