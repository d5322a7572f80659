import { expect, type Page } from '@playwright/test'
import type { ShareTemplate } from '@purple-sector/contracts/engagement/http'
import type { Group } from '@purple-sector/contracts/groups/http'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Social Media Templates' })

/** Opens the dialog by keyboard. */
const openQuickShare = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Quick Share' }).press('Enter')
  await expect(dialogOf(page)).toBeVisible()
}

const generate = async (page: Page, type: string) => {
  await dialogOf(page).getByLabel('What to share').selectOption(type)
  await dialogOf(page).getByRole('button', { name: 'Generate' }).click()
}

/** The preview of the share just generated, with its image from the server. */
const expectTemplate = async (page: Page, type: string, words: string | RegExp) => {
  await expectToast(page, 'Template Generated')
  const preview = dialogOf(page).getByRole('region', { name: `Preview: ${type}` })
  await expect(preview.getByText(words)).toBeVisible()
  const picture = preview.getByRole('img', { name: 'What the link shows' })
  const size = () =>
    picture.evaluate((image) => image instanceof HTMLImageElement && [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([1200, 630])
}

test('a fan shares their weekend, and anyone with the link sees it', ON_A_PHONE, async ({ page, browser, baseURL }) => {
  const errors = watchErrors(page, /status of 40[19]/)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, `Sharing ${stamp()}`)
  const fan = await becomeFan(page)
  const api = page.context().request
  await follow(page, weekend)
  const [kinnear, dray, vance] = weekend.cars
  const weekendId = weekend.id
  const group = await json<Group>(await api.post('/api/groups', { data: { name: 'Pit Lane Pundits', weekendId } }))
  const tip = { weekendId, category: SUPERCARS, carId: kinnear?.id }
  await json(await api.post('/api/tips', { data: tip }))
  await json(await api.post('/api/tips', { data: { ...tip, groupId: group.id } }))

  await openQuickShare(page)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('No templates yet')).toBeVisible()
  await expectAccessible(page)
  await generate(page, 'Leaderboard position')
  await expectToast(page, 'You’re not on the leaderboard yet.')

  await publish(admin, weekend.race, [kinnear, dray, vance])
  const vote = { weekendId, driverName: 'Marcus Dray', category: SUPERCARS }
  await json(await api.post('/api/driver-poll', { data: vote }))
  const position = async () => json<{ position: number | null }>(await api.get(`/api/weekends/${weekendId}/my-stats`))
  await expect.poll(async () => (await position()).position).toBe(1)

  for (const [type, words] of [
    ['Leaderboard position', /^I’m 1st of 1 at Sharing .* with 50 points\.$/],
    ['Tip performance', /50 points, 1 winner and 1 podium finish picked, 100% success rate\.$/],
    [
      'Race result',
      /^Race 1, .*: 1 Elise Kinnear, 2 Marcus Dray, 3 Toby Vance\. My tip, Elise Kinnear, earned 50 points\.$/,
    ],
    ['Driver poll', /after 1 vote: Marcus Dray 100%\. My vote: Marcus Dray\.$/],
    ['Group victory', /^I lead Pit Lane Pundits \(1 member\) at Sharing .* with 50 points\.$/],
  ] as const) {
    await generate(page, type)
    await expectTemplate(page, type, words)
  }
  await expect(dialog.getByRole('list', { name: 'Your templates' }).getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'X', contentType: 'text/plain' }))
  const pageManifest = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'X (Twitter)' }).click()
  const posted = new URL((await pageManifest).url()).searchParams
  expect(posted.get('text')).toMatch(/^I lead Pit Lane Pundits .* #PurpleSector/)
  await (await pageManifest).close()
  await expectToast(page, 'Shared! Template shared successfully')
  await expect(dialog.getByText('Shared 1 time', { exact: true })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Quick Share' })).toBeFocused()
  const [newest] = await json<ShareTemplate[]>(await api.get(`/api/social-share/${weekendId}`))
  expect(newest?.shareCount).toBe(1)

  const visitor = await browser.newContext(baseURL ? { baseURL } : {})
  const shared = await visitor.newPage()
  const visitorErrors = watchErrors(shared)
  await shared.goto(new URL(posted.get('url') ?? '').pathname)
  await expect(shared.getByRole('heading', { name: new RegExp(`^${fan} at Sharing`) })).toBeVisible()
  await expect(shared.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`^https?://.*${newest?.imageUrl}$`),
  )
  await expectAccessible(shared)
  await expectOneScreenWide(shared)
  await shared.getByRole('link', { name: 'Tip the next race' }).click()
  await expect(shared.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect([...errors, ...visitorErrors]).toEqual([])
  await visitor.close()
})
