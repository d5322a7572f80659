import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend } from './weekends.ts'

type Group = { id: number }

const found = async (page: Page, weekend: PlayedWeekend, name: string): Promise<Group> =>
  json<Group>(await page.context().request.post('/api/groups', { data: { name, weekendId: weekend.id } }))

/** The requests of a page until long after the socket has subscribed, and the prefetched data of its document. */
const requestedByManifest = async (page: Page, path: string, groupId: number) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}${search}`)
  })
  const subscribed = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', ({ payload }) => {
      const { type, data } = JSON.parse(String(payload))
      return type === 'subscribed' && data.groupIds.includes(groupId)
    }),
  )
  await page.clock.install()
  await page.goto(path)
  await subscribed
  // Any request that follows from that is sent now.
  await page.clock.runFor(10_000)
  await page.evaluate(() => fetch('/healthz'))
  const blocks = page.locator('script[data-query]')
  const embedded = await blocks.evaluateAll((all) => all.map(({ dataset }) => dataset.query ?? ''))
  return { requests, embedded: embedded.map((reply) => `GET ${JSON.parse(reply).path}`) }
}

// The requests are the same on every screen.
test(
  'an opened app requests nothing twice, nothing that its document brought, and the groups once',
  ON_A_PHONE,
  async ({ page, baseURL, browser }, info) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Grid Walk ${stamp()}`)
    await becomeFan(page, 'opener')
    await follow(page, weekend)
    const [group] = await Promise.all([1, 2, 3].map((number) => found(page, weekend, `Opener ${number} ${stamp()}`)))
    // Data that has only just changed is fetched again, so the test waits until nothing changed for a while.
    for (const path of ['/', '/groups', '/groups?tab=invitations', '/tipping', '/my-tips', '/leaderboard'])
      await expect(async () => {
        // A browser's clock is installed before its first page.
        const storageState = await page.context().storageState()
        const context = await browser.newContext({ ...info.project.use, baseURL, storageState })
        const opened = await context.newPage()
        const { requests, embedded } = await requestedByManifest(opened, path, group?.id ?? 0).finally(() =>
          context.close(),
        )
        const all = [...requests, ...embedded]
        expect(embedded).toContain('GET /api/auth/user')
        expect(embedded).toContain(`GET /api/weekends/${weekend.id}/races`)
        expect(all.toSorted(), path).toEqual([...new Set(all)].toSorted())
        expect(all.filter((call) => /^GET \/api\/(groups(\/overview)?|invitations)$/.test(call))).toEqual([
          'GET /api/groups/overview',
        ])
      }).toPass()
  },
)

test('the landing page is visible before its script, which hydrates it unchanged', ANY_SCREEN, async ({ page }) => {
  const rerendered: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('rendered again')) rerendered.push(line.text())
  })
  // Only the script shows the flash message.
  await page.addInitScript(
    `sessionStorage.setItem('purple-sector-farewell', '{"title":"Farewell","message":"Taken over"}')`,
  )
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const title = page.getByRole('heading', { level: 1, name: 'Rev up your race day' })
  await expect(title).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login')
  const early = await title.elementHandle()
  script.resolve()
  await expectToast(page, 'Taken over')
  expect(await early?.evaluate((element) => element.isConnected)).toBe(true)
  expect(rerendered).toEqual([])
})

test(
  'a change between the reading of the groups and the subscription appears by itself',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Warm Up ${stamp()}`)
    await becomeFan(page, 'early')
    await follow(page, weekend)
    const [before, after] = [`Before ${stamp()}`, `After ${stamp()}`]
    const { id } = await found(page, weekend, before)
    // The document has the prefetched data; then that changes; then the script that shows it loads.
    await page.route('**/assets/index-*.js', async (route) => {
      await json(await page.context().request.patch(`/api/groups/${id}`, { data: { name: after } }))
      await route.continue()
    })
    // A document waits briefly for its data: on a busy machine it may come without.
    await expect(async () => {
      await json(await page.context().request.patch(`/api/groups/${id}`, { data: { name: before } }))
      const document = await page.goto('/groups')
      expect(await document?.text()).toContain(before)
    }).toPass()
    await expect(page.getByRole('article', { name: after })).toBeVisible()
  },
)
