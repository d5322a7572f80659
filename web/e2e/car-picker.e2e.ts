import { expect } from '@playwright/test'
import { prepareContext, test } from './e2e-test.ts'
import { becomeFan, json, raceControl, stamp } from './people.ts'
import { ON_A_PHONE } from './screens.ts'
import { follow, newWeekend, SUPERCARS } from './weekends.ts'

// A phone zooms out of a page that is too wide for a moment, and loses what floats over it. As wide as a desktop.
test('the car picker stays within the screen of a phone', ON_A_PHONE, async ({ browser, baseURL }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...phone })
  try {
    await prepareContext(context)
    const page = await context.newPage()
    const weekend = await newWeekend(await raceControl(baseURL), `Picker ${stamp()}`)
    await becomeFan(page)
    await follow(page, weekend)
    const data = { name: `Pit Wall ${stamp()}`, weekendId: weekend.id }
    const group = await json<{ name: string }>(await context.request.post('/api/groups', { data }))
    for (const time of [1, 2, 3, 4]) {
      await page.goto('/groups')
      await page.getByRole('article', { name: group.name }).getByRole('button', { name: 'Tipping' }).click()
      const card = page.getByRole('dialog').getByRole('article', { name: SUPERCARS })
      await card.getByRole('button', { name: `Car for ${SUPERCARS}` }).click()
      await page.getByRole('option', { name: 'Marcus Dray' }).click()
      await expect(card.getByText('Not saved', { exact: true }), `time ${time}`).toBeVisible()
    }
  } finally {
    await context.close()
  }
})
