import { expect, type Page } from '@playwright/test'
import { expectMoment, expectToast, prepareContext, test } from './e2e-test.ts'
import { INVITATION, mailedLink, VERIFICATION } from './mails.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { readQrCodes } from './read-qr-code.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { follow, newWeekend } from './weekends.ts'

const PASSWORD = 'eight laps to go'

/** Registers on the sign-in page that the invite link has led to. */
const register = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  const form = page.locator('form[action*="register"]')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button').click()
}

type Group = { id: number; inviteCode: string }

/** Console messages of refusals that the test causes. */
const EXPECTED = /status of (401|403|404|409)|WebSocket connection to/

test(
  'an invite link leads from the QR code through the registration into the group',
  ON_A_PHONE,
  async ({ page, browser, baseURL }) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Gate Nine ${stamp()}`)
    await becomeFan(page, 'founder')
    await follow(page, weekend)
    const name = `Gate 9 ${stamp()}`
    const fields = { name, description: 'Everyone who has ever queued at Gate 9.', weekendId: weekend.id }
    const { inviteCode } = await json<Group>(await page.context().request.post('/api/groups', { data: fields }))
    const link = new URL(`/groups/join/${inviteCode}`, baseURL).href

    const errors = watchErrors(page)
    await page.goto('/groups')
    await page.getByRole('article', { name }).getByRole('button', { name: 'Share Group' }).click()
    const share = page.getByRole('dialog', { name: 'Share Group Invitation' })
    await expect(share.getByText('Ready')).toBeVisible()
    await expectAccessible(page)
    const code = share.getByRole('img', { name: 'QR code of the invite link' })
    for (const scheme of ['dark', 'light'])
      for (const width of [220, 150]) {
        await page.evaluate(
          (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
          scheme,
        )
        await code.evaluate((svg, size) => Object.assign(svg.style, { width: `${size}px`, height: `${size}px` }), width)
        expect(await readQrCodes(await share.screenshot()), `${scheme}, ${width} px`).toEqual([link])
      }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await share.getByRole('button', { name: 'Copy Link' }).click()
    await expectToast(page, 'Link copied!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

    // A page may be refused its clipboard: the message then opens in a window, which our own policy must allow.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'))
    })
    const [byHand] = await Promise.all([
      page.waitForEvent('popup'),
      share.getByRole('button', { name: 'Facebook' }).click(),
    ])
    await expect(byHand.getByLabel('Copy this text')).toHaveValue(new RegExp(`${link}$`))
    await byHand.close()
    expect(errors).toEqual([])

    const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await prepareContext(theirs)
    const invited = await theirs.newPage()
    const theirErrors = watchErrors(invited, EXPECTED)
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(invited.getByText('1 member', { exact: true })).toBeVisible()
    await expectAccessible(invited)
    await expectOneScreenWide(invited)
    const joinMessage = expectMoment(invited, `You’ve joined ${name}`, 'Pending Approval')
    await register(invited, `${stamp()}@fans.test`)
    await joinMessage
    await invited.waitForURL('**/groups')
    await expect(invited.getByRole('article', { name })).toBeVisible()

    // Opened once more it says so, and changes nothing.
    await invited.goto(link)
    await expect(invited.getByRole('alert').getByText('You’re already a member of this group.')).toBeVisible()
    // Beside the toast.
    await expectOneScreenWide(invited)
    await expectAccessible(invited)
    await expectToast(invited, 'Failed to join group You’re already a member of this group.')
    await invited.getByRole('link', { name: 'Go to Groups' }).click()
    await expect(invited.getByRole('article', { name }).getByText('2', { exact: true })).toBeVisible()
    await invited.goto(`${link}x`)
    await expect(invited.getByText('This invite link isn’t valid.').first()).toBeVisible()
    expect(theirErrors).toEqual([])
    await theirs.close()
  },
)

test(
  'an invited user registers, verifies the address and joins a private group',
  ANY_SCREEN,
  async ({ page, browser, baseURL }) => {
    const weekend = await newWeekend(await raceControl(baseURL), `Pit Lane ${stamp()}`)
    await becomeFan(page, 'host')
    await follow(page, weekend)
    const name = `Pit Lane ${stamp()}`
    const fields = { name, weekendId: weekend.id, isPrivate: true, autoApproveInvites: true }
    await json(await page.context().request.post('/api/groups', { data: fields }))
    await page.goto('/groups')
    await page.getByRole('article', { name }).getByRole('button', { name: 'Invite Users' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite User to Group' })
    const email = `${stamp()}@fans.test`
    await dialog.getByLabel('Invite by email').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expectToast(page, `Invitation Sent We’ve emailed ${email}.`)
    await expect(dialog.getByText(email)).toBeVisible()
    await expectAccessible(page)

    const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await prepareContext(theirs)
    const invited = await theirs.newPage()
    const errors = watchErrors(invited, EXPECTED)
    await invited.goto(await mailedLink(email, INVITATION))
    await expect(invited.getByText('Private', { exact: true })).toBeVisible()
    await register(invited, email)
    await expect(invited.getByRole('button', { name: 'Send verification email' })).toBeVisible()
    await expectAccessible(invited)
    await expectOneScreenWide(invited)
    const verifying = await theirs.newPage()
    await verifying.goto(await mailedLink(email, VERIFICATION))
    await verifying.close()
    // The invitation becomes theirs once groups has received the address; the page moves on two seconds after joining.
    const retryButton = invited.getByRole('button', { name: 'Try Again' })
    await expect(async () => {
      if (await retryButton.isVisible()) await retryButton.click({ timeout: 1_000 })
      await expect(invited).toHaveURL(/\/groups$/, { timeout: 5_000 })
    }).toPass()
    await expect(invited.getByRole('article', { name })).toBeVisible()
    expect(errors).toEqual([])
    await theirs.close()
    // The inviting user sees the invitation disappear.
    await expect(dialog.getByText('No invitations waiting for a reply.')).toBeVisible()
  },
)
