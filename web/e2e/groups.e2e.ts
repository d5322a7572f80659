import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectMoment, expectToast, prepareContext, test } from './e2e-test.ts'
import { cardOf, chooseSetting, closeDialog, dialogOf, openFromCard, tipOnCard } from './group-screens.ts'
import { INVITATION, mailedLink, VERIFICATION } from './mails.ts'
import { becomeFan, raceControl, stamp } from './people.ts'
import { watchErrors } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

const PASSWORD = 'eight laps to go'
const [ELISE, MARCUS, TOBY] = ['Elise Kinnear', 'Marcus Dray', 'Toby Vance']

const setPoints = async (page: Page, title: string, points: readonly number[]) => {
  for (const [index, place] of ['1st', '2nd', '3rd'].entries())
    await dialogOf(page, title)
      .getByRole('spinbutton', { name: `${SUPERCARS}, ${place}` })
      .fill(String(points[index]))
}

/** In the group, by its card, and in the open competition. */
const tipTwice = async (page: Page, group: string, driver: string, inOpen: string) => {
  await tipOnCard(page, await openFromCard(page, group, 'Tipping'), driver)
  await closeDialog(page, group)
  await page.goto('/tipping')
  await tipOnCard(page, page.getByRole('main'), inOpen)
  await page.goto('/groups')
}

const expectPoints = async (page: Page, group: string, points: Record<string, number>) => {
  for (const [name, total] of Object.entries(points))
    await expect(dialogOf(page, group).getByRole('row', { name }).first()).toContainText(String(total))
}

// One of the three has a phone anyway.
test(
  'three people live a weekend in a group, from the invitation to its end',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    const contexts: BrowserContext[] = []
    const another = async (options: Parameters<typeof browser.newContext>[0] = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      contexts.push(context)
      await prepareContext(context)
      return context.newPage()
    }
    try {
      const ann = page
      const bob = await another({ viewport: { width: 1280, height: 800 } })
      const cat = await another({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      const errors = [ann, bob, cat].map((each) => watchErrors(each, /status of 40[134]|WebSocket connection to/))
      const group = `Pit Lane ${stamp()}`
      const admin = await raceControl(baseURL)
      const weekend = await newWeekend(admin, `Groups ${stamp()}`)
      const [annsName, catsName] = [await becomeFan(ann, 'ann'), await becomeFan(cat, 'cat')]
      for (const each of [ann, cat]) await follow(each, weekend)

      await test.step('she creates a private group with its own points', async () => {
        await ann.goto('/groups')
        await ann.getByRole('button', { name: 'Create Group' }).first().click()
        const form = dialogOf(ann, 'Create New Group')
        await form.getByLabel('Group name').fill(group)
        for (const name of ['Private', 'Hide Points Until Approved', 'Custom points'])
          await form.getByText(name, { exact: true }).click()
        await form.getByRole('button', { name: `Select all of ${SUPERCARS}` }).click()
        await setPoints(ann, 'Create New Group', [15, 12, 10])
        await form.getByRole('button', { name: 'Create Group' }).click()
        await expectToast(ann, 'Group Created')
        await expect(cardOf(ann, group).getByText('15/12/10')).toBeVisible()
        await expect(cardOf(ann, group).getByRole('button', { name: 'Share Group' })).toBeDisabled()
      })

      const bobsName = `bob_${stamp()}`
      const bobsAddress = `${bobsName}@fans.test`
      await test.step('she invites one by mail and one by search', async () => {
        const invite = await openFromCard(ann, group, 'Invite Users', 'Invite User to Group')
        await invite.getByLabel('Invite by email').fill(bobsAddress)
        await invite.getByRole('button', { name: 'Send invitation' }).click()
        await expectToast(ann, `We’ve emailed ${bobsAddress}.`)
        await invite.getByLabel('Find fans').fill(catsName)
        await invite.getByRole('button', { name: `Invite ${catsName}` }).click()
        await expectToast(ann, `We’ve invited ${catsName} to ${group}.`)
        await closeDialog(ann, 'Invite User to Group')
      })

      await test.step('he opens the link of his mail, registers, verifies the address, and joins', async () => {
        await bob.goto(await mailedLink(bobsAddress, INVITATION))
        await expect(bob.getByRole('heading', { name: group })).toBeVisible()
        await bob.getByRole('link', { name: 'Sign in to join' }).click()
        const form = bob.locator('form[action*="register"]')
        await form.locator('[name=username]').fill(bobsName)
        await form.locator('[name=email]').fill(bobsAddress)
        await form.locator('[name=password]').fill(PASSWORD)
        await form.getByRole('button').click()
        await expect(bob.getByRole('heading', { name: 'You couldn’t join' })).toBeVisible()
        await bob.getByRole('button', { name: 'Send verification email' }).click()
        const verify = await mailedLink(bobsAddress, VERIFICATION)
        // The waiting page would join by itself while the next one loads.
        await bob.goto('about:blank')
        await bob.goto(verify)
        await follow(bob, weekend)
        const joinMessage = expectMoment(bob, `You’ve joined ${group}`)
        await bob.goto(await mailedLink(bobsAddress, INVITATION))
        // The invitation becomes his once groups has received the verified address.
        const retryButton = bob.getByRole('button', { name: 'Try Again' })
        await expect(async () => {
          if (await retryButton.isVisible()) await retryButton.click({ timeout: 1_000 })
          await expect(cardOf(bob, group)).toBeVisible({ timeout: 5_000 })
        }).toPass()
        await joinMessage
      })

      await test.step('she on the phone accepts, and waits for approval', async () => {
        await cat.goto('/groups')
        await cat.getByRole('link', { name: /^Invitations/ }).click()
        await cat.getByRole('button', { name: `Accept the invitation to ${group}` }).click()
        await expectToast(cat, 'Your response has been recorded')
        await cat.getByRole('link', { name: 'My Groups' }).click()
        await expect(cardOf(cat, group).getByText('Pending Approval')).toBeVisible()
      })

      await test.step('he is approved and notified', async () => {
        await chooseSetting(ann, group, 'Approve Members')
        await ann.getByRole('button', { name: `Approve ${bobsName}` }).click()
        await expectToast(ann, 'Member Approved')
        await closeDialog(ann, 'Approve Group Members')
        await expectToast(bob, `You’re in: ${group} approved you`)
        await expect(cardOf(bob, group).getByText('Pending Approval')).toHaveCount(0)
      })

      await test.step('all tip in the group and in the open competition', async () => {
        await tipTwice(ann, group, TOBY, ELISE)
        await tipTwice(bob, group, ELISE, MARCUS)
        await tipTwice(cat, group, MARCUS, MARCUS)
      })

      await test.step('qualifying is scored with the points of the group, hers hidden until she is approved', async () => {
        for (const each of [ann, bob, cat]) await openFromCard(each, group, 'Leaderboard')
        await publish(admin, weekend.qualifying, weekend.cars)
        await expectPoints(bob, group, { [annsName]: 10, [bobsName]: 15 })
        await expect(dialogOf(bob, group).getByRole('row', { name: catsName }).first()).toContainText('points hidden')
        await expectPoints(cat, group, { [catsName]: 12 })
        await closeDialog(ann, group)
        await chooseSetting(ann, group, 'Approve Members')
        await ann.getByRole('button', { name: `Approve ${catsName}` }).click()
        await expectToast(ann, 'Member Approved')
        await closeDialog(ann, 'Approve Group Members')
        await expectPoints(bob, group, { [catsName]: 12 })
      })

      await test.step('she changes the points, and the others are notified', async () => {
        await chooseSetting(ann, group, 'Edit Group')
        await setPoints(ann, 'Edit Group', [90, 50, 25])
        await dialogOf(ann, 'Edit Group').getByRole('button', { name: 'Save' }).click()
        await expectToast(ann, 'Group Updated')
        await expectToast(bob, `The rules of ${group} have changed`)
      })

      await test.step('the race is scored by the new points, and qualifying keeps its points', async () => {
        const [first, second, ...restOfCars] = weekend.cars
        await publish(admin, weekend.race, [second, first, ...restOfCars])
        for (const each of [bob, cat])
          await expectPoints(each, group, { [annsName]: 10 + 25, [bobsName]: 15 + 50, [catsName]: 12 + 90 })
      })

      await test.step('they look at each other’s picks', async () => {
        for (const each of [bob, cat]) {
          await closeDialog(each, group)
          const tipping = await openFromCard(each, group, 'Tipping')
          const picked = tipping.getByRole('region', { name: 'How the group picked' })
          for (const driver of [ELISE, MARCUS, TOBY]) await expect(picked.getByText(driver)).toBeVisible()
          await closeDialog(each, group)
          const board = await openFromCard(each, group, 'Leaderboard')
          await board.getByRole('tab', { name: 'By Category' }).click()
          const who = board.getByRole('region', { name: 'Who picked what' })
          await expect(who.getByText(annsName)).toBeVisible()
          await expect(who.getByText('You', { exact: true })).toBeVisible()
          await closeDialog(each, group)
        }
        await ann.goto('/tipping')
        await expect(ann.getByRole('region', { name: 'How all fans picked' }).first()).toContainText(MARCUS)
        await ann.goto('/groups')
      })

      await test.step('he is removed, and loses access at once', async () => {
        await openFromCard(bob, group, 'Leaderboard')
        await chooseSetting(ann, group, 'Approve Members')
        await ann.getByRole('button', { name: `Remove ${bobsName}` }).click()
        await dialogOf(ann, `Remove ${bobsName}?`).getByRole('button', { name: 'Remove', exact: true }).click()
        await expectToast(ann, 'Member Rejected')
        await expectToast(bob, `You’re no longer in ${group}`)
        await expect(dialogOf(bob, group)).toHaveCount(0)
        await expect(cardOf(bob, group)).toHaveCount(0)
        await closeDialog(ann, 'Approve Group Members')
      })

      await test.step('the group is deleted, and gone from every screen', async () => {
        const board = await openFromCard(cat, group, 'Leaderboard')
        await expect(board.getByRole('row', { name: bobsName })).toHaveCount(0)
        await chooseSetting(ann, group, 'Delete Group')
        await dialogOf(ann, 'Delete Group').getByRole('button', { name: 'Delete Group' }).click()
        await expectToast(ann, 'Group Deleted')
        await expectToast(cat, `${group} was deleted`)
        await expect(board).toHaveCount(0)
        for (const each of [ann, cat]) await expect(cardOf(each, group)).toHaveCount(0)
      })
      expect(errors.flat()).toEqual([])
    } finally {
      for (const context of contexts) await context.close()
    }
  },
)
