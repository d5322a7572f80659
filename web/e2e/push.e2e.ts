import { type CDPSession, expect, type Page } from '@playwright/test'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { expectToast, test } from './e2e-test.ts'
import { mailedLink, VERIFICATION } from './mails.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, SUPER2, SUPERCARS } from './weekends.ts'

test.use({ serviceWorkers: 'allow' })

const MINUTE_MS = 60_000
/** Reminders are polled every second, and their push waits five. */
const SOON = { timeout: 60_000 }
const MAILED_END = /^http\S+\/api\/notifications\/unsubscribe\/\S+$/m

type Received = { id: number; type: string; title: string; message: string }

/**
 * Simulates push in the test's Chromium, which shows no notifications and has no push service: the user has not been
 * asked yet, and subscriptions are at our service.
 */
const simulatePush = (page: Page, subscription: { endpoint: string; keys: Record<string, string> }) =>
  page.addInitScript((subscriptionJson) => {
    const KEY = 'is-subscribed'
    const fakeSubscription = {
      ...subscriptionJson,
      options: {},
      toJSON: () => subscriptionJson,
      unsubscribe: async () => {
        localStorage.removeItem(KEY)
        return true
      },
    }
    const subscribe = async () => {
      localStorage.setItem(KEY, '1')
      return fakeSubscription
    }
    const getSubscription = async () => (localStorage.getItem(KEY) === null ? null : fakeSubscription)
    Object.assign(PushManager.prototype, { subscribe, getSubscription })
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
  }, subscription)

/** Returns a function that delivers a push to the service worker, as a browser does. */
const deliverer = async (page: Page) => {
  // A worker that is only registered receives nothing.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  return (payload: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
}

type Shown = { title: string; body: string; tag: string; data: { id: number; link: string } }
type Click = Event & { notification: object; waitUntil(work: Promise<void>): void }
/** The parts of the environment that the worker's script uses. */
type WorkerEnvironment = EventTarget & {
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> }
  clients: { openWindow(link: string): Promise<void> }
  WindowClient: { prototype: { focus(): Promise<void> } }
  shown: Shown[]
  opened: string[]
  focused: number
}

/**
 * The app's service worker with recorded effects.
 *
 * A headless Chromium shows no notifications and lets a worker open or focus a window only on a click on one, so these
 * calls are recorded instead.
 */
const workerOf = async (page: Page) => {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const self = globalThis as unknown as WorkerEnvironment
    Object.assign(self, { shown: [], opened: [], focused: 0 })
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options })
    self.clients.openWindow = async (link) => void self.opened.push(link)
    self.WindowClient.prototype.focus = async () => {
      self.focused += 1
    }
  })
  return {
    shown: () => worker.evaluate(() => (globalThis as unknown as WorkerEnvironment).shown),
    /** Resolves after all effects: the windows it opened, and how many it focused. */
    click: ({ data }: Shown) =>
      worker.evaluate(async (notificationData) => {
        const self = globalThis as unknown as WorkerEnvironment
        let pendingWork: Promise<void> | undefined
        const click: Click = Object.assign(new Event('notificationclick'), {
          notification: { data: notificationData, close: () => {} },
          waitUntil: (work: Promise<void>) => {
            pendingWork = work
          },
        })
        self.dispatchEvent(click)
        await pendingWork
        return { opened: self.opened.splice(0), focused: self.focused }
      }, data),
  }
}

test(
  'a push is shown while no window is visible, and a click opens its link in the open window or a new one',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Clicked ${stamp()}`)
    await becomeFan(page, 'cleo')
    await follow(page, weekend)
    const { request } = page.context()
    const [car] = weekend.cars
    await json(
      await request.post('/api/tips', { data: { weekendId: weekend.id, category: SUPERCARS, carId: car?.id } }),
    )
    const news = async () =>
      json<(Received & { link: string; isRead: boolean })[]>(await request.get(`/api/notifications/${weekend.id}`))
    const firstTip = async () => (await news()).find(({ message }) => message.includes('First Tip'))
    await expect.poll(firstTip, SOON).toBeDefined()
    const payload = await firstTip()
    if (!payload) throw new Error('There is no such notification')

    await page.goto('/tipping')
    const deliver = await deliverer(page)
    const worker = await workerOf(page)
    // The window is open behind others.
    await page.evaluate(() => void Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
    await deliver(payload)
    await expect.poll(worker.shown).toHaveLength(1)
    const [shown] = await worker.shown()
    if (!shown) throw new Error('Nothing was shown')
    const { id, title, message, link } = payload
    expect(shown).toMatchObject({ title, body: message, tag: `notification/${id}`, data: { id, link } })
    expect((await firstTip())?.isRead).toBe(false)
    expect(await worker.click(shown)).toEqual({ opened: [], focused: 1 })
    await expect.poll(() => page.evaluate(() => window.location.pathname + window.location.search)).toBe(link)
    expect((await firstTip())?.isRead).toBe(true)

    // It is closed: the click opens another.
    await page.goto('about:blank')
    await deliver({ ...payload, id: id + 1_000_000 })
    await expect.poll(worker.shown).toHaveLength(2)
    expect(await worker.click(shown)).toMatchObject({ opened: [link] })
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(errors).toEqual([])
  },
)

// The dialog has less room on a phone; nothing else differs.
test(
  'a fan enables push and is reminded of the one category without a tip until it is tipped',
  ON_A_PHONE,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const pushService = await startPushService()
    try {
      const admin = await raceControl(baseURL)
      const weekend = await newWeekend(admin, `Bluegum ${stamp()}`)
      const phone = pushService.browser()
      await simulatePush(page, phone)
      const ann = await becomeFan(page, 'ann')
      await follow(page, weekend)
      await page.goto(await mailedLink(`${ann}@fans.test`, VERIFICATION))

      await page.goto('/profile')
      await page.getByRole('button', { name: 'Notification settings' }).click()
      const settings = page.getByRole('dialog', { name: 'Notification settings' })
      await settings.getByRole('button', { name: 'Turn on push' }).click()
      await expectToast(page, 'Push is on')
      await expect(settings.getByRole('button', { name: 'Turn off' })).toBeVisible()
      await settings
        .getByRole('row', { name: /^Deadlines/ })
        .getByRole('switch', { name: 'Deadlines by email' })
        .press('Space')
      await settings.getByText('Quiet hours', { exact: true }).click()
      await expectAccessible(page)
      await expectOneScreenWide(page)
      await settings.getByText('Quiet hours', { exact: true }).click()
      await settings.getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Settings saved')

      // Super2 is tipped, Supercars is not; both close in two hours and a moment.
      const races = await json<{ id: number; category: string }[]>(await admin.get(`/api/weekends/${weekend.id}/races`))
      const [super2] = races.filter(({ category }) => category === SUPER2)
      const [other] = await json<{ id: number }[]>(await admin.get(`/api/cars/${super2?.id}`))
      const [mine] = weekend.cars
      const tip = async (fanPage: Page, category: string, car: { id: number } | undefined) =>
        json(
          await fanPage
            .context()
            .request.post('/api/tips', { data: { weekendId: weekend.id, category, carId: car?.id } }),
        )
      await tip(page, SUPER2, other)
      const start = (minutes: number, raceIds: readonly number[]) =>
        Promise.all(
          raceIds.map(async (id) => {
            const startTime = new Date(Date.now() + (minutes + 2) * MINUTE_MS + 20_000).toISOString()
            await json(await admin.patch(`/api/admin/races/${id}`, { data: { startTime } }))
          }),
        )
      const near = [weekend.race, super2?.id ?? 0]
      // The app is not visible: another site's page is in front.
      await page.goto('about:blank')
      await start(120, near)

      const remindersOf = async (fanPage: Page) => {
        const all = await json<Received[]>(await fanPage.context().request.get(`/api/notifications/${weekend.id}`))
        return all.filter(({ type }) => type === 'deadline')
      }
      const reminders = () => pushService.taken(phone.endpoint).filter(({ payload }) => payload.type === 'deadline')
      await expect.poll(() => reminders().length, SOON).toBe(1)
      const payload = reminders()[0]?.payload
      expect(payload?.title).toBe(`No tip for ${SUPERCARS} yet`)
      const ends = await mailedLink(`${ann}@fans.test`, MAILED_END)
      const [notification] = await remindersOf(page)
      expect(payload).toMatchObject({
        id: notification?.id,
        title: notification?.title,
        message: notification?.message,
      })

      // The worker shows the pushed data in the same words, with the link to the tip.
      await page.goto('/leaderboard?tab=notifications')
      await expect(page.getByRole('heading', { name: /^No tip for/ })).toBeVisible()
      const deliver = await deliverer(page)
      await deliver(payload ?? {})
      await expectToast(page, `${payload?.title} ${payload?.message}`)

      // The next step is for fans without a tip in the other category: it has been processed once one is reminded; she
      // is not.
      const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      const bob = await elsewhere.newPage()
      await becomeFan(bob, 'bob')
      await tip(bob, SUPERCARS, mine)
      await tip(page, SUPERCARS, mine)
      await start(30, near)
      await expect.poll(async () => (await remindersOf(bob)).length, SOON).toBe(1)
      expect(await remindersOf(page)).toHaveLength(1)
      expect(reminders()).toHaveLength(1)

      // The link of the mail works signed out, and without JavaScript.
      const stranger = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        javaScriptEnabled: false,
      })
      const mail = await stranger.newPage()
      await mail.goto(ends)
      await mail.getByRole('button', { name: 'No more emails about upcoming deadlines' }).click()
      await expect(mail.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
      const { mail: mails } = await json<{ mail: Record<string, boolean> }>(
        await page.context().request.get('/api/notifications/preferences'),
      )
      expect(mails.deadline).toBe(false)
      await stranger.close()
      await elsewhere.close()
      expect(errors).toEqual([])
    } finally {
      await pushService.close()
    }
  },
)
