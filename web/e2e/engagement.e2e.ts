import { expect } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, signIn, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, publish } from './weekends.ts'

test(
  'fans react to a result and to a message, see each other’s reactions, and earn engagement points',
  ON_A_PHONE,
  async ({ page, baseURL }, info) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Engaged ${info.project.name} ${Date.now().toString(36)}`)
    const name = await becomeFan(page, 'fan')
    const other = `other_${stamp()}`
    const friend = await signIn(baseURL, '/api/auth/register', {
      ...{ email: `${other}@fans.test`, password: 'eight laps to go', username: other },
    })
    const react = (subject: object, reaction: string) =>
      friend.post('/api/fan-engagement/actions', {
        data: { weekendId: weekend.id, kind: 'reaction', reaction, subject },
      })
    await follow(page, weekend)

    await page.goto('/leaderboard?tab=engagement')
    await expect(page.getByRole('heading', { name: 'No Engagement Yet' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your Engagement' })).toBeVisible()
    await expect(page.getByText('None', { exact: true })).toBeVisible()
    await expect(page.getByText('LIVE', { exact: true }).last()).toBeVisible()

    await publish(admin, weekend.qualifying, [weekend.cars[0], weekend.cars[1]])
    const reactions = page.getByRole('group', { name: 'Reactions to Qualifying' })
    await reactions.getByRole('button', { name: 'Fire' }).click()
    await expectToast(page, 'Your reaction has been recorded!')
    await expect(reactions.getByRole('button', { name: 'Fire, 1', pressed: true })).toBeVisible()
    await json(await react({ type: 'result', id: weekend.qualifying }, 'fire'))
    await json(await react({ type: 'result', id: weekend.qualifying }, 'wow'))
    await expect(reactions.getByRole('button', { name: 'Fire, 2', pressed: true })).toBeVisible()
    await expect(reactions.getByRole('button', { name: 'Wow, 1', pressed: false })).toBeVisible()

    const rows = page.getByRole('region', { name: /^Fan Engagement Leaderboard/ }).getByRole('listitem')
    await expect(rows.first()).toContainText(other)
    await expect(rows.last()).toContainText(name)
    await expect(rows.last()).toContainText('YOU')
    await expectAccessible(page)
    await expectOneScreenWide(page)

    await page.goto('/race-chat')
    // Requested with the first rendered message; until the fans who reacted are known, all five stay.
    const known = page.waitForResponse(/reactions\/\d+\?type=message/)
    const message = await json<{ id: number }>(
      await friend.post(`/api/weekends/${weekend.id}/chat`, { data: { message: 'Where were you at turn 9?' } }),
    )
    await (await known).finished()
    const opener = page.getByRole('button', { name: `React to message of ${other}` })
    await opener.focus()
    await opener.press('Enter')
    const reactionGroup = page.getByRole('group', { name: `Reactions to message of ${other}` })
    await expect(reactionGroup.getByRole('button')).toHaveCount(5)
    await reactionGroup.getByRole('button', { name: 'Laugh' }).press('Enter')
    await expect(reactionGroup.getByRole('button', { name: 'Laugh, 1', pressed: true })).toBeFocused()
    await expect(reactionGroup.getByRole('button')).toHaveCount(1)
    await json(await react({ type: 'message', id: message.id }, 'laugh'))
    await expect(reactionGroup.getByRole('button', { name: 'Laugh, 2', pressed: true })).toBeVisible()
    await expectAccessible(page)
    await expectOneScreenWide(page)
    expect(errors).toEqual([])
    await friend.dispose()
  },
)
