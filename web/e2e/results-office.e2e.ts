import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './e2e-test.ts'
import { becomeFan, becomeRaceControl, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, publish, SUPERCARS } from './weekends.ts'

const race = (page: Page) => page.getByRole('region', { name: `Race 1, ${SUPERCARS}` })
const PENALTY = 'Car 7: five seconds, unsafe release.'

test(
  'race control corrects and withdraws a result; the fan is notified why, and the log records it and exports CSV',
  ON_A_PHONE,
  async ({ page, browser, baseURL }) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, `Office ${Date.now().toString(36)}`)
    const [kinnear, dray, vance] = weekend.cars
    const fan = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    const name = await becomeFan(fan)
    await follow(fan, weekend)
    const tip = { weekendId: weekend.id, category: SUPERCARS, carId: kinnear?.id, tipSource: 'sector' }
    await json(await fan.context().request.post('/api/tips', { data: tip }))
    await publish(admin, weekend.race, [kinnear, dray, vance])

    // The fan, on a screen that stays open. A result that is corrected before it is scored never gave points.
    await fan.goto('/my-tips')
    await fan.getByRole('link', { name: 'Why these points?' }).click()
    await expect(race(fan)).toContainText('1st of 50/25/15, revision 1')
    await publish(admin, weekend.race, [dray, kinnear, vance], { status: 'amended', reason: PENALTY })
    await expect(race(fan)).toContainText(`Replaced by revision 2: “${PENALTY}”`)
    await expect(race(fan)).toContainText('2nd of 50/25/15, revision 2')
    await expect(fan.getByText('points in the open competition')).toBeVisible()
    await expectAccessible(fan)

    // Race control looks up the reason for that fan.
    await becomeRaceControl(page)
    await page.goto('/admin?tab=results&view=points')
    await page
      .getByRole('combobox', { name: 'Race weekend' })
      .and(page.locator(':visible'))
      .selectOption(String(weekend.id))
    await page.getByRole('searchbox', { name: 'Whose points' }).fill(name)
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await expect(race(page)).toContainText('1st of 50/25/15, revision 1')
    await expect(race(page)).toContainText('+25')
    await expectAccessible(page)
    await expectOneScreenWide(page)

    // The history of the result, then it is withdrawn.
    await page.getByRole('link', { name: 'All results' }).click()
    await page.getByRole('link', { name: `Results: Race 1, ${SUPERCARS}` }).click()
    await page.getByRole('button', { name: 'History' }).click()
    const revisions = page.getByRole('list', { name: 'Revisions' })
    await expect(revisions.getByRole('listitem').first()).toContainText(PENALTY)
    await expect(revisions.getByRole('row').nth(1)).toContainText(/1st.*Kinnear.*Dray/)
    await expectAccessible(page)
    await publish(admin, weekend.race, [], { status: 'cancelled', reason: 'Protest upheld' })
    await expect(revisions.getByRole('listitem').first()).toContainText('Protest upheld')
    await expect(race(fan)).toContainText('Withdrawn with revision 3: “Protest upheld”')
    await fan.context().close()

    // The actions are found in the log and exported.
    await page.goto('/admin?tab=results&view=log')
    await page.getByRole('combobox', { name: 'Action' }).selectOption('result.withdrawn')
    await page.getByRole('textbox', { name: 'Subject number' }).fill(String(weekend.race))
    const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('Protest upheld')
    await expectAccessible(page)
    await expectOneScreenWide(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log.csv')
    const rows = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(rows[0]).toBe('\uFEFFId,At,Person,Person id,Action,Subject,Subject id,Before,After')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(`,result.withdrawn,race,${weekend.race},`)
    expect(errors).toEqual([])
  },
)
