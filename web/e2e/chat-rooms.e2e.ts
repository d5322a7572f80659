import { expect, type Page } from '@playwright/test'
import { prepareContext, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { follow, newWeekend } from './weekends.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Type (a|your) message/ })

const textsOf = (page: Page) => messages(page).getByRole('paragraph').allTextContents()

const write = async (page: Page, text: string): Promise<void> => {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Posts a message of the fan without a browser. */
const post = async (page: Page, path: string, message: string): Promise<number> =>
  (await json<{ id: number }>(await page.context().request.post(path, { data: { message } }))).id

// The fan on the train has the phone.
test(
  'three fans chat about a weekend while one of them loses the network in tunnels',
  ANY_SCREEN,
  async ({ page: ann, browser, baseURL }) => {
    const errors = watchErrors(ann)
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Chat ${stamp()}`)
    const chat = `/api/weekends/${weekend.id}/chat`
    const at = { ...(baseURL && { baseURL }) }
    const bob = await browser.newPage({ ...at, viewport: { width: 1440, height: 900 } })
    const train = await browser.newPage({
      ...at,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await becomeFan(ann, 'ann')
    const bobName = await becomeFan(bob, 'bob')
    await becomeFan(train, 'train')
    for (const page of [ann, bob, train]) {
      await follow(page, weekend)
      await page.goto('/race-chat')
      await expect(page.getByText(`Be the first to start the conversation about ${weekend.name}!`)).toBeVisible()
    }
    await expect(ann.getByText('LIVE', { exact: true })).toBeVisible()

    // Enter sends, Shift+Enter does not.
    await field(ann).fill('Lights out')
    await field(ann).press('Shift+Enter')
    await expect(field(ann)).toHaveValue('Lights out')
    await field(ann).press('Enter')
    const sent = ['Lights out']
    for (const page of [ann, bob, train]) await expect.poll(() => textsOf(page)).toEqual(sent)

    // The train is offline for 20 s, twice, while the others go on; what is written there is kept and sent later.
    for (const tunnel of [1, 2]) {
      await train.context().setOffline(true)
      await expect(train.getByText('OFFLINE', { exact: true }).first()).toBeVisible()
      const since = Date.now()
      for (const lap of [1, 2, 3]) {
        await post(lap === 2 ? bob : ann, chat, `Tunnel ${tunnel}, lap ${lap}`)
        sent.push(`Tunnel ${tunnel}, lap ${lap}`)
      }
      await write(train, `In tunnel ${tunnel}`)
      await expect(train.getByText(/^Not sent\./)).toBeVisible()
      for (const page of [ann, bob]) await expect.poll(() => textsOf(page)).toEqual(sent)
      await expect.poll(() => Date.now() - since, { intervals: [1_000] }).toBeGreaterThan(20_000)
      await train.context().setOffline(false)
      await expect(train.getByText('LIVE', { exact: true })).toBeVisible()
      await expect.poll(() => textsOf(train)).toEqual([...sent, `In tunnel ${tunnel}`])
      // Missed messages may move it away under the finger.
      const retryButton = train.getByRole('button', { name: 'Try Again' })
      await expect(async () => {
        if (await retryButton.isVisible()) await retryButton.click({ timeout: 1_000 })
        await expect(train.getByText(/^Not sent\./)).toHaveCount(0, { timeout: 3_000 })
      }).toPass()
      sent.push(`In tunnel ${tunnel}`)
      for (const page of [ann, bob, train]) await expect.poll(() => textsOf(page)).toEqual(sent)
      await expect(train.getByText(/^Not sent\./)).toHaveCount(0)
    }

    // One fan is muted: at once, with the end and the reason.
    const users = await json<{ id: string }>(await bob.context().request.get('/api/auth/user'))
    const until = new Date(Date.now() + 60 * 60_000).toISOString()
    await json(await admin.put(`/api/admin/chat/mutes/${users.id}`, { data: { until, reason: 'Language' } }))
    await expect(bob.getByText(/^You’re muted until .*: Language$/)).toBeVisible()
    await expect(field(bob)).toBeDisabled()

    // Race control deletes a message: it leaves every screen.
    const id = await post(ann, chat, 'Delete me')
    for (const page of [ann, bob, train]) await expect.poll(() => textsOf(page)).toEqual([...sent, 'Delete me'])
    await admin.delete(`/api/admin/chat/weekend/${id}`, { data: { reason: 'Spam.' } })
    for (const page of [ann, bob, train]) await expect.poll(() => textsOf(page)).toEqual(sent)

    await expect(messages(ann).getByText(bobName).first()).toBeAttached()
    await expectAccessible(ann)
    await bob.context().close()
    await train.context().close()
    expect(errors).toEqual([])
  },
)

test(
  'a group chats, counts unread messages and deletes its own',
  ON_A_PHONE,
  async ({ page: ann, browser, baseURL }, { project }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Group chat ${stamp()}`)
    const { defaultBrowserType: _, ...options } = project.use
    const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) })
    await prepareContext(context)
    const bob = await context.newPage()
    await becomeFan(ann, 'ann')
    await becomeFan(bob, 'bob')
    const name = `Pundits ${stamp()}`
    const group = await json<{ id: number; inviteCode: string }>(
      await ann.context().request.post('/api/groups', { data: { name, weekendId: weekend.id } }),
    )
    await json(await context.request.post(`/api/groups/join/${group.inviteCode}`))
    for (const page of [ann, bob]) {
      await follow(page, weekend)
      await page.goto('/groups')
    }
    const card = (page: Page) => page.getByRole('article', { name })
    const open = (page: Page) =>
      card(page)
        .getByRole('button', { name: /^Group Chat/ })
        .click()
    await open(ann)
    const dialog = ann.getByRole('dialog', { name })
    await expect(dialog.getByText('No messages yet. Start the conversation!')).toBeVisible()
    // Unread messages are counted from when the rooms are known.
    await expect(async () => {
      await bob.reload()
      await expect(card(bob)).toBeVisible()
      await write(ann, 'Sunday lunch?')
      await expect(card(bob).getByRole('button', { name: /^Group Chat ?, \d+ unread$/ })).toBeVisible({
        timeout: 30_000,
      })
    }).toPass()

    await open(bob)
    await expect(messages(bob).getByText('less than a minute ago').first()).toBeVisible()
    await expect(messages(bob).getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await write(bob, 'Always')
    await expect(messages(ann).getByText('Always')).toBeVisible()
    await messages(bob).getByRole('button', { name: 'Delete your message' }).click()
    for (const page of [ann, bob]) await expect(messages(page).getByText('Always')).toHaveCount(0)
    await expectAccessible(bob)
    await expectOneScreenWide(bob)

    // The admin of the group gives a reason for removing others' messages.
    await write(bob, 'Buy cheap tyres')
    await messages(ann)
      .getByRole('button', { name: /^Delete message of bob/ })
      .click()
    await ann.getByRole('textbox', { name: /^Reason/ }).fill('Spam.')
    await ann.getByRole('form', { name: 'Delete message' }).getByRole('button', { name: 'Delete message' }).click()
    for (const page of [ann, bob]) await expect(messages(page).getByText('Buy cheap tyres')).toHaveCount(0)

    await bob.keyboard.press('Escape')
    await expect(card(bob).getByRole('button', { name: 'Group Chat', exact: true })).toBeVisible()
    await context.close()
  },
)
