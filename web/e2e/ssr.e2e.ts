import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone, PHONE_AGENT, type Project } from './screens.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

/** Every page that is server-rendered, and tabs whose script is loaded when they are opened. */
const PAGES = [
  ...['/', '/tipping', '/groups', '/my-tips', '/my-tips?view=points', '/leaderboard', '/heat-map', '/driver-poll'],
  ...['/race-chat', '/profile', '/live-timing', '/analytics', '/history', '/season', '/leaderboard?view=season'],
  ...['/leaderboard?tab=engagement', '/leaderboard?tab=notifications', '/groups?tab=invitations'],
]
const SSR_ATTRIBUTE = 'data-ssr'
/** Text that a page must escape. */
const MALICIOUS = '</script><img src=x onerror="document.title=1">$&'

/** A desktop's user agent needs no change. */
const agentOf = (project: Project) => (isPhone(project) ? { userAgent: PHONE_AGENT } : {})

/** Opens a page until its document is server-rendered: on a busy machine some data may be late. */
const openServerRendered = async (page: Page, path: string): Promise<string> => {
  let text = ''
  await expect(async () => {
    const reply = await page.goto(path)
    text = (await reply?.text()) ?? ''
    expect(text, path).toContain(SSR_ATTRIBUTE)
  }).toPass({ timeout: 90_000 })
  return text
}

/** Delays the app's script. Returns a function that releases it. */
const delayScript = async (page: Page | BrowserContext) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route: Route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Collects pages that React had to render again, because the server-rendered HTML did not match. */
const watchRerenders = (page: Page): string[] => {
  const rerendered: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('rendered again')) rerendered.push(`${page.url()}: ${line.text()}`)
  })
  return rerendered
}

test('every page of a fan is hydrated as it was rendered, and has nothing of the fan before', async ({
  page,
  baseURL,
  browser,
}, info) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Picture ${stamp()}`)
  const [car] = weekend.cars
  const first = await becomeFan(page, 'first')
  await follow(page, weekend)
  const { request } = page.context()
  await json(await request.post('/api/tips', { data: { weekendId: weekend.id, category: SUPERCARS, carId: car?.id } }))
  await publish(admin, weekend.qualifying, weekend.cars)
  await json(await admin.patch(`/api/admin/races/${weekend.race}/status`, { data: { status: 'running' } }))
  await json(await request.post('/api/groups', { data: { name: 'Wickedly </script>$&', weekendId: weekend.id } }))
  await json(await request.post(`/api/weekends/${weekend.id}/chat`, { data: { message: `Hello ${MALICIOUS}` } }))

  // The device's time zone is neither the weekend's nor the server's.
  const use = { ...info.project.use, ...agentOf(info.project), timezoneId: 'America/St_Johns', baseURL }
  const context = await browser.newContext({ ...use, storageState: await page.context().storageState() })
  const opened = await context.newPage()
  const errors = watchErrors(opened)
  const rerendered = watchRerenders(opened)
  for (const path of PAGES) await openServerRendered(opened, path)
  expect(rerendered).toEqual([])
  await openServerRendered(opened, '/race-chat')
  await expect(opened.getByText(`Hello ${MALICIOUS}`)).toBeVisible()
  await openServerRendered(opened, '/leaderboard')
  await expect(opened.getByRole('row').getByText(first)).toBeVisible()
  expect(errors).toEqual([])
  await context.close()

  const other = await browser.newContext(use)
  const otherPage = await other.newPage()
  await becomeFan(otherPage, 'second')
  await follow(otherPage, weekend)
  for (const path of ['/', '/tipping', '/groups', '/my-tips', '/profile'])
    expect(await openServerRendered(otherPage, path), path).not.toMatch(new RegExp(`Wickedly|${first}@`))
  await other.close()
})

test('a page is visible before its script, and an early click is replayed after hydration', async ({
  page,
  baseURL,
}) => {
  const weekend = await newWeekend(await raceControl(baseURL), `First Press ${stamp()}`)
  await becomeFan(page, 'presser')
  await follow(page, weekend)
  await openServerRendered(page, '/my-tips')
  const release = await delayScript(page)
  await expect(async () => {
    const reply = await page.goto('/my-tips', { waitUntil: 'commit' })
    expect(await reply?.text()).toContain(SSR_ATTRIBUTE)
  }).toPass({ timeout: 90_000 })
  const link = page.locator('#page a[href="/tipping"]').first()
  const seen = await link.elementHandle()
  await expect.poll(() => seen?.boundingBox()).not.toBeNull()
  await page.evaluate(() => document.fonts.ready)
  const { x, y, width, height } = (await seen?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  // The browser itself does not follow the link.
  await page.evaluate(() => fetch('/healthz'))
  expect(new URL(page.url()).pathname).toBe('/my-tips')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Purple Sector Tipping' })).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
})

test('an early click on the landing page is replayed after hydration', ANY_SCREEN, async ({ page }) => {
  const release = await delayScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  const start = page.locator('a[href="/api/login"]').first()
  const seen = await start.elementHandle()
  const { x, y, width, height } = (await seen?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.evaluate(() => fetch('/healthz'))
  expect(new URL(page.url()).pathname).toBe('/')
  release()
  await page.waitForURL('**/api/login')
})

test(
  'nothing is server-rendered for a fan once they have chosen a spoiler delay',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Held Back ${stamp()}`)
    await becomeFan(page, 'later')
    await follow(page, weekend)
    await openServerRendered(page, '/leaderboard')
    await json(await page.context().request.patch('/api/profile', { data: { spoilerDelaySeconds: 30 } }))
    for (const path of ['/', '/tipping', '/leaderboard', '/race-chat', '/profile']) {
      const reply = await page.goto(path)
      expect(await reply?.text(), path).not.toContain(SSR_ATTRIBUTE)
    }
    await expect(page.getByText('30 s behind').first()).toBeAttached()
    await json(await page.context().request.patch('/api/profile', { data: { spoilerDelaySeconds: 0 } }))
    await openServerRendered(page, '/leaderboard')
  },
)

test(
  'a server-rendered page that does not match is rendered again, and reported',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Wrong Picture ${stamp()}`)
    await becomeFan(page, 'mistaken')
    await follow(page, weekend)
    const rerendered = watchRerenders(page)
    await openServerRendered(page, '/my-tips')
    expect(rerendered).toEqual([])
    await page.route('**/my-tips', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('>My Tips</h1>', '>Other Tips</h1>') })
    })
    await openServerRendered(page, '/my-tips')
    await expect(page.getByRole('heading', { level: 1, name: 'My Tips' })).toBeVisible()
    await expect.poll(() => rerendered.length).toBeGreaterThan(0)
  },
)
