import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, logOut, raceControl, signInAs, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone, PHONE_AGENT } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

test.use({
  serviceWorkers: 'allow',
  userAgent: ({ userAgent }, use, { project }) => use(isPhone(project) ? PHONE_AGENT : userAgent),
})

/** Console messages expected while the test takes the network away. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to/
const OFFLINE = /^OFFLINE As of .+, .+ ago\.$/

const age = (page: Page) => page.locator('#kept')
const board = (page: Page) => page.getByRole('row').filter({ hasText: 'YOU' })

/** The pages cached in this browser. */
const offlinePages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cachedText = await caches.open('purple-sector-pages-2')
    return (await cachedText.keys()).map(({ url }) => new URL(url).pathname)
  })

/** Everything cached in this browser, as text. */
const allCached = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })

/** Opens these pages and waits until the service worker has cached them with all their files. */
const cachePages = async (page: Page, ...paths: string[]): Promise<void> => {
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

/** Delays pages and their reads. Returns a function that releases them. */
const slowNetwork = async (context: BrowserContext): Promise<() => void> => {
  const released = Promise.withResolvers<void>()
  await context.route(
    ({ pathname }) => !/^\/(assets|api\/(login|logout|auth\/log))/.test(pathname) && !/\.\w+$/.test(pathname),
    async (route) => {
      await released.promise
      await route.fallback().catch(() => {})
    },
  )
  return released.resolve
}

/** Moves the tipped car to the second place by a correction. */
const correct = (admin: Awaited<ReturnType<typeof raceControl>>, { qualifying, cars }: PlayedWeekend) => {
  const [winner, second, ...restOfCars] = cars
  return publish(admin, qualifying, [second, winner, ...restOfCars], { reason: 'Post-race scrutineering' })
}

test('a fan without a network sees the cached board and its age at once, and the new one when the network is back', async ({
  page,
  context,
  baseURL,
}) => {
  const { admin, weekend } = await scoredFan(page, baseURL, 'Tunnel')
  await cachePages(page, '/', '/leaderboard')
  await expect(board(page)).toContainText('50')
  const errors = watchErrors(page, NO_NETWORK)
  const rerendered: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('rendered again')) rerendered.push(line.text())
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
  // The notice may take two lines here, with as much room left for it.
  const height = () => page.evaluate(() => `${document.getElementById('kept')?.offsetHeight}px`)
  const room = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom)
  await expect.poll(async () => (await room()) === (await height())).toBe(true)

  // A page that was not opened before shows its frame and what is missing.
  await page.goto('/groups')
  await expect(page.getByRole('heading', { name: 'Group Tipping', level: 1 })).toBeVisible()
  await expect(page.getByText('We can’t reach the server.').first()).toBeVisible()
  await expect(age(page)).toHaveText(OFFLINE)

  // Data whose refetch failed is still shown.
  await page.goto('/')
  await expect(age(page)).toHaveText(OFFLINE)
  await expect(page.getByRole('region', { name: 'Live Leaderboard' })).toContainText('50')
  await expect(page.getByText(/Couldn’t load/)).toHaveCount(0)

  // The dialogs of the page are cached too.
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
  expect(rerendered).toEqual([])
  expect(errors).toEqual([])
})

test('a fan on a slow network sees the cached board at once, then the new one, and the notice moves nothing', async ({
  page,
  context,
  baseURL,
}) => {
  const { admin, weekend } = await scoredFan(page, baseURL, 'Slow Line')
  await cachePages(page, '/leaderboard')
  await expect(board(page)).toContainText('50')
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + shift.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const comeBack = async () => {
    const release = await slowNetwork(context)
    await page.reload()
    await expect(board(page)).toContainText('50')
    await expect(age(page)).toHaveText(/^Saved .+ ago · updating…$/)
    return release
  }
  // Only the age changes: any movement is caused by the notice, which comes with the page and disappears.
  const release = await comeBack()
  release()
  await expect(age(page)).toBeEmpty()
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.1)

  // New data may be a line longer, as on any page that it comes to.
  await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible()
  const releaseOthers = await comeBack()
  await correct(admin, weekend)
  releaseOthers()
  await expect(board(page)).toContainText('25')
  await expect(age(page)).toBeEmpty()
})

test(
  'a page opened by a client-side link is available offline when the fan has left it',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'Walked Off')
    await cachePages(page, '/')
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

test('after sign-out nothing of the user is shown offline, to them or to another user', async ({
  page,
  context,
  baseURL,
}) => {
  const { fan } = await scoredFan(page, baseURL, 'Sign Off')
  await cachePages(page, '/', '/leaderboard')
  expect(await allCached(page)).toContain(fan)
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Rev up your race day' })).toBeVisible()
  await expect.poll(() => offlinePages(page)).toEqual([])
  expect(await allCached(page)).not.toContain(fan)
  await context.setOffline(true)
  for (const path of ['/', '/leaderboard']) await expect(page.goto(path)).rejects.toThrow('net::ERR_')
  await context.setOffline(false)

  // Another account in the same browser on a hanging network: the page waits and does not show the other user's.
  const other = await (async () => {
    const visitor = await context.browser()?.newContext(baseURL ? { baseURL } : {})
    const visitorPage = await visitor?.newPage()
    const name = visitorPage ? await becomeFan(visitorPage, 'other') : ''
    await visitor?.close()
    return name
  })()
  await page.goto('/api/login?returnTo=/leaderboard')
  const form = page.locator('form[action*="login"]')
  await form.getByLabel('Email').fill(`${other}@fans.test`)
  await form.getByLabel('Password').fill('eight laps to go')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/leaderboard')
  await cachePages(page, '/leaderboard')
  const cachedText = await allCached(page)
  expect(cachedText).toContain(`${other}@`)
  expect(cachedText).not.toContain(`${fan}@`)
})

test(
  'a session changed or ended without notice leaves nothing of the user before',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    const { fan } = await scoredFan(page, baseURL, 'Hand Over')
    await cachePages(page, '/leaderboard')
    const visitor = await context.browser()?.newContext(baseURL ? { baseURL } : {})
    const visitorPage = await visitor?.newPage()
    const other = visitorPage ? await becomeFan(visitorPage, 'heir') : ''
    await visitor?.close()
    // No browser does this: neither the worker nor a page is notified.
    await page.goto('about:blank')
    await signInAs(page, other, baseURL)
    const release = await slowNetwork(context)
    // The app reloads the page itself: the first load is waited for until it has committed.
    await page.goto('/leaderboard', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-kept', /\d+/)
    release()
    await expect(page.getByRole('button', { name: other })).toBeVisible()
    await expect(page.getByRole('button', { name: fan })).toHaveCount(0)
    await expect.poll(() => allCached(page)).not.toContain(`${fan}@`)

    await cachePages(page, '/leaderboard')
    await context.clearCookies()
    await page.reload()
    await expectToast(page, 'Unauthorized You are logged out. Logging in again...')
    await page.waitForURL('**/api/login?returnTo=%2Fleaderboard')
    await expect.poll(() => offlinePages(page)).toEqual([])
  },
)

test('a cached page uses the theme chosen since', ANY_SCREEN, async ({ page, context, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await scoredFan(page, baseURL, 'Dusk')
  await cachePages(page, '/leaderboard', '/')
  const saved = page.waitForResponse('**/api/profile/theme')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('button', { name: 'Theme System' }).click()
  await saved
  await expect.poll(() => offlinePages(page)).toEqual([])
  await cachePages(page, '/')
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
  await cachePages(page, '/tipping')
  const release = await slowNetwork(context)
  await page.reload()
  await expect(age(page)).toHaveText(/updating…$/)
  release()
  await expect(age(page)).toBeEmpty()
  const card = page.getByRole('article', { name: SUPERCARS })
  await card.getByRole('button', { name: /^Car for / }).click()
  await page.getByRole('option', { name: /Marcus Dray/ }).click()
  await context.setOffline(true)
  await card.getByRole('button', { name: / Tip$/ }).click()
  await expectToast(page, 'You’re offline. Your tip wasn’t saved.')
  await expect(card.getByRole('button', { name: /^Car for / })).toContainText('Marcus Dray')
  await expect(card.getByText('Not saved')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: / Tip$/ }).click()
  await expectToast(page, `Your tip for ${SUPERCARS} has been saved.`)
  const tips = await json<{ carId: number }[]>(await context.request.get(`/api/tips/${weekend.id}`))
  expect(tips.map(({ carId }) => carId)).toEqual([weekend.cars[1]?.id])
})

/** Whether the script of the new build runs in the page. */
const isOfNewBuild = (page: Page) => page.evaluate(() => 'isNewBuild' in window)

test(
  'a new build runs by the second page at the latest, and nothing of the old one stays',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'Upgrade')
    await cachePages(page, '/leaderboard', '/')
    const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(await allCached(page)) ?? []
    // Simulates another build of the server: another entry script, which loads the original one.
    const isDocument = ({ pathname }: URL) => pathname === '/' || pathname === '/leaderboard'
    await context.route(isDocument, async (route) => {
      const response = await route.fetch()
      const body = (await response.text())
        .replace(
          `src="${script}"></script>`,
          `src="/assets/index-newer.js"></script><link rel="modulepreload" crossorigin href="${script}">`,
        )
        .replace(`"build":"${script}","files":[`, '"build":"/assets/index-newer.js","files":["/assets/index-newer.js",')
      await route.fulfill({ response, body })
    })
    await context.route('**/assets/index-newer.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `import '${script}'; window.isNewBuild = true` }),
    )
    const errors = watchErrors(page, NO_NETWORK)
    const release = await slowNetwork(context)
    await page.reload()
    await expect(age(page)).toHaveText(/updating…$/)
    expect(await isOfNewBuild(page)).toBe(false)
    release()
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

    // Routes must be removed, since they would answer without the network.
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
  'a cached page shows a fan with a spoiler delay nothing too early',
  ANY_SCREEN,
  async ({ page, context, baseURL }) => {
    await scoredFan(page, baseURL, 'No Spoilers')
    await cachePages(page, '/leaderboard')
    await json(await context.request.patch('/api/profile', { data: { spoilerDelaySeconds: 120 } }))
    await page.reload()
    await expect.poll(() => allCached(page)).toContain('"spoilerDelaySeconds":120')
    await context.setOffline(true)
    // A page younger than the longest delay is not shown at all.
    await expect(page.reload()).rejects.toThrow('net::ERR_')
  },
)
