import { type Browser, type CDPSession, expect, type Locator, type Page, type Route } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { muteSocket } from './mute-socket.ts'
import { becomeFan, becomeRaceControl, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, isPhone } from './screens.ts'
import { follow, newWeekend, type PlayedWeekend, publish, SUPERCARS } from './weekends.ts'

type Result = { revision: number; status: string; reason: string | null; classification: { car: { number: number } }[] }

const unique = (name: string) => `${name} ${Date.now().toString(36)}`

const onPhone = () => isPhone(test.info().project)

const list = (page: Page) => page.getByRole('list', { name: 'Classification' })
const row = (page: Page, number: number) => page.getByTestId(`car-${number}`)
const grip = (page: Page, driver: string) => list(page).getByRole('button', { name: `Move ${driver}`, exact: true })
const visible = (page: Page, text: string | RegExp) => page.getByText(text).and(page.locator(':visible')).first()
const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':visible'))
/** A first result that closes tipping needs a confirmation. */
const publishFirst = async (page: Page, name: string): Promise<void> => {
  await button(page, name).click()
  const dialog = page.getByRole('dialog', { name: /^Publish the first result of/ })
  await expect(dialog).toContainText('This closes tipping for this session for good.')
  await dialog.getByRole('button', { name: 'Publish result' }).click()
  await expect(dialog).toBeHidden()
}
const order = (page: Page) => list(page).getByRole('listitem').locator('b').allTextContents()

/** Race control on the tab Results, with this weekend selected. */
const openResults = async (page: Page, weekend: PlayedWeekend): Promise<void> => {
  await becomeRaceControl(page)
  await page.goto('/admin?tab=results')
  const selector = page.getByRole('combobox', { name: 'Race weekend' }).and(page.locator(':visible'))
  await selector.selectOption(String(weekend.id))
  await expect(page.getByText(`sessions of ${weekend.name}`)).toBeVisible()
}

const openEditor = async (page: Page, race: string, words = 'Enter result'): Promise<void> => {
  await page.getByRole('link', { name: `${words}: ${race}, ${SUPERCARS}` }).click()
  await expect(page.getByRole('heading', { name: `${race} results`, level: 1 })).toBeVisible()
  await expect(list(page)).toBeVisible()
}

/** A fan in a browser of their own who tipped that car, with their tips open. */
const aFanWhoTipped = async (browser: Browser, weekend: PlayedWeekend, carId: number | undefined): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await becomeFan(page)
  await follow(page, weekend)
  const data = { weekendId: weekend.id, category: SUPERCARS, carId, tipSource: 'sector' }
  await json(await page.context().request.post('/api/tips', { data }))
  await page.goto('/tipping')
  await expect(page.getByRole('article', { name: SUPERCARS })).toBeVisible()
  return page
}

const centre = async (locator: Locator): Promise<{ x: number; y: number; height: number }> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
}

/**
 * Drags with a finger on a phone, a mouse on a desktop. Neither waits until its target stands still and lies uncovered.
 */
const drag = async (page: Page, from: Locator, rows: number): Promise<void> => {
  const finger: CDPSession = await page.context().newCDPSession(page)
  await from.click({ trial: true })
  const { x, y, height } = await centre(from)
  const steps = [0.3, 0.7, 1].map((part) => y + rows * height * part)
  if (!onPhone()) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const step of steps) await page.mouse.move(x, step)
    await page.mouse.up()
    return
  }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchY?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: touchY === undefined ? [] : [{ x, y: touchY }] })
  await touch('touchStart', y)
  for (const step of steps) await touch('touchMove', step)
  await touch('touchEnd')
}

test('race control publishes, corrects and withdraws a result by dragging; a fan’s screen follows', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page)
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Results'))
  const [, , vance] = weekend.cars
  const fan = await aFanWhoTipped(browser, weekend, vance?.id)
  // Only the race is left: the card shows the weekend's points as soon as it is over.
  await json(await admin.patch(`/api/admin/races/${weekend.qualifying}/status`, { data: { status: 'completed' } }))
  const card = fan.getByRole('article', { name: SUPERCARS })

  await openResults(page, weekend)
  await openEditor(page, 'Race 1')
  await expect(visible(page, onPhone() ? 'Revision 1 · draft' : 'No result yet')).toBeVisible()
  await drag(page, grip(page, 'Toby Vance'), -2)
  await expect.poll(() => order(page)).toEqual(['Toby Vance', 'Elise Kinnear', 'Marcus Dray', 'Priya Nandan'])
  await expect(visible(page, /fans? rescored/)).toBeVisible()
  await publishFirst(page, 'Publish provisional')
  await expect(visible(page, 'Revision 1 · provisional')).toBeVisible()
  await expect(card.getByText('+50 points this weekend')).toBeVisible()

  await drag(page, grip(page, 'Toby Vance'), 1)
  await expect.poll(() => order(page)).toEqual(['Elise Kinnear', 'Toby Vance', 'Marcus Dray', 'Priya Nandan'])
  await expect(row(page, 9).getByText(', changed')).toBeAttached()
  await expect(visible(page, 'Revision 2 · draft')).toBeVisible()
  if (onPhone()) await button(page, 'Preview').click()
  await page
    .getByRole('textbox', { name: 'Reason shown to fans' })
    .and(page.locator(':visible'))
    .fill('Car 9: five seconds, unsafe release.')
  await expect(visible(page, 'positions move')).toBeVisible()
  await expectAccessible(page)
  if (onPhone()) await button(page, 'Back to the rows').click()
  await button(page, 'Publish amended').click()
  await expect(visible(page, 'Revision 2 · amended')).toBeVisible()
  await expect(card.getByText('+25 points this weekend')).toBeVisible()

  await page.getByText('Cancelled', { exact: true }).click()
  await button(page, 'Withdraw result').click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the result of Race 1?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Withdraw result' }).click()
  await expect(card).toContainText(/cancelled\.\s*0 points this weekend/)
  const result = await json<Result>(await admin.get(`/api/races/${weekend.race}/results`))
  expect(result).toMatchObject({ revision: 3, status: 'cancelled', classification: [] })
  await page.goBack()
  await expect(list(page)).toHaveCount(0)
  await expect(page.getByText(/^Revision 3 · /)).toBeVisible()
  expect(errors).toEqual([])
  await fan.context().close()
})

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never comes there')
}

// Keyboards are on desktops.
test(
  'a result is opened, ordered, completed and published by keyboard alone',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, unique('Keys'))
    await openResults(page, weekend)
    await tabTo(page, page.getByRole('link', { name: `Enter result: Qualifying, ${SUPERCARS}` }))
    await page.keyboard.press('Enter')
    await expect(list(page)).toBeVisible()

    await tabTo(page, grip(page, 'Priya Nandan'))
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Nandan, 2 of 4')).toBeAttached()
    await expect(grip(page, 'Priya Nandan')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect.poll(() => order(page)).toEqual(['Elise Kinnear', 'Marcus Dray', 'Toby Vance', 'Priya Nandan'])
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect.poll(() => order(page)).toEqual(['Priya Nandan', 'Elise Kinnear', 'Marcus Dray', 'Toby Vance'])

    await tabTo(page, page.getByRole('textbox', { name: 'Best lap of Priya Nandan' }))
    await page.keyboard.type('80.2983')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Best lap of Elise Kinnear' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Best lap of Priya Nandan' })).toHaveValue('1:20.2983')
    await tabTo(page, page.getByRole('combobox', { name: 'Status of Marcus Dray' }))
    await page.keyboard.press('D')
    await expect.poll(() => order(page)).toEqual(['Priya Nandan', 'Elise Kinnear', 'Toby Vance', 'Marcus Dray'])

    await page.keyboard.press('Control+Home')
    await button(page, 'Publish provisional').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish the first result of Qualifying?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(visible(page, 'Revision 1 · provisional')).toBeVisible()
    const { classification } = await json<Result>(await admin.get(`/api/races/${weekend.qualifying}/results`))
    expect(classification).toMatchObject([
      { car: { number: 10 }, place: 1, bestLapMs: 80_298.3 },
      { car: { number: 7 }, place: 2 },
      { car: { number: 9 }, place: 3 },
      { car: { number: 8 }, status: 'dnf', place: null },
    ])
  },
)

/** Opens the import of pages and sheets, and pastes a text. */
const openReading = async (page: Page): Promise<{ dialog: Locator; area: Locator }> => {
  await page.getByRole('button', { name: 'Read results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Read results' })
  const area = dialog.getByRole('textbox', { name: 'Page, sheet or text' })
  await expect(area).toBeFocused()
  return { dialog, area }
}

/** A page of Race 1 as its timing company prints it: the first two swap places between the issues. */
const classificationPage = (status: string, issue: number, order: readonly (readonly [number, string])[]): string =>
  [
    'Southern Cross 500',
    'Kingsway Street Circuit',
    '',
    `${SUPERCARS} - Race 1`,
    '',
    'CLASSIFICATION',
    `${status}                                  Page 1           Issue ${issue}`,
    'Pos Car  Driver                   Competitor/Team          CL   Laps      Race Time  Fastest...Lap',
    '',
    ...order.map(
      ([number, driver], index) =>
        `${index + 1}   ${String(number).padStart(3)}  ${driver.padEnd(25)}Tarmac Lab               SC    39  52:1${index}.4410     7 1:2${index}.0230${index === 0 ? '*' : ''}`,
    ),
    '*=fastest lap time',
  ].join('\n')

test(
  'an imported page is published as provisional, then its second issue, then as final',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, unique('Pages'))
    await openResults(page, weekend)
    await openEditor(page, 'Race 1')
    const takeOver = async (text: string, cars: number) => {
      const { dialog, area } = await openReading(page)
      await area.fill(text)
      await dialog.getByRole('button', { name: `Import ${cars} cars` }).click()
      await expect(dialog).toBeHidden()
    }

    const first = [
      [8, 'M.Dray'],
      [7, 'Elise Kinnear (AUS)'],
      [9, 'Toby Vance'],
      [70, 'Nils Corbett'],
    ] as const
    const { dialog, area } = await openReading(page)
    await area.fill(classificationPage('PROVISIONAL', 1, first))
    await expect(dialog.getByRole('status')).toHaveText('ProvisionalIssue 13 cars understood, 1 line not')
    await expect(dialog.getByText('Car 70, Nils Corbett: not entered in this session’s category.')).toBeVisible()
    await expect(dialog.getByText('Entered, but not on the page: 10.')).toBeVisible()
    await expectAccessible(page)
    await expectOneScreenWide(page)
    await dialog.getByRole('button', { name: 'Import 3 cars' }).click()
    await expect(dialog).toBeHidden()
    await publishFirst(page, 'Publish provisional')
    await expect(visible(page, 'Revision 1 · provisional')).toBeVisible()

    const second = [first[1], first[0], first[2]]
    await takeOver(classificationPage('PROVISIONAL', 2, second), 3)
    await button(page, 'Publish provisional').click()
    await expect(visible(page, 'Revision 2 · provisional')).toBeVisible()
    await takeOver(classificationPage('FINAL', 2, second), 3)
    await button(page, 'Publish official').click()
    await expect(visible(page, 'Revision 3 · official')).toBeVisible()
    const result = await json<Result>(await admin.get(`/api/races/${weekend.race}/results`))
    expect(result).toMatchObject({ revision: 3, status: 'official', reason: 'Issue 2' })
    expect(result.classification).toMatchObject([
      { car: { number: 7 }, place: 1, laps: 39, bestLapMs: 80_023 },
      { car: { number: 8 }, place: 2, gapMs: 1_000 },
      { car: { number: 9 }, place: 3, gapMs: 2_000 },
    ])
  },
)

test('a sheet is pasted, and a phone completes a car in its own sheet', async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Sheet'))
  await openResults(page, weekend)
  await openEditor(page, 'Race 1')
  const { dialog, area } = await openReading(page)
  await area.fill('Pos\tNo\tStatus\tLaps\tBest\tGap\n1\t8\t\t39\t1:20.2983\t\n1\t7\t\t39\tquick\t+1.204')
  await expect(dialog.getByText(/^Lines 2 and 3 both have position 1/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectAccessible(page)
  await area.fill('1\t8\t\t39\t1:20.2983\t\n2\t7\t\t39\t1:20.4417\t+1.204\n3\t10\t\t\t\t+1 lap\n\t9\tDSQ\t39\t\t')
  await dialog.getByRole('button', { name: 'Import 4 cars' }).click()
  await expect.poll(() => order(page)).toEqual(['Marcus Dray', 'Elise Kinnear', 'Priya Nandan', 'Toby Vance'])

  if (onPhone()) {
    await button(page, 'Edit Priya Nandan').click()
    const sheet = page.getByRole('dialog', { name: '10 · Priya Nandan' })
    await expect(sheet.getByLabel('Laps')).toHaveValue('38')
    await sheet.getByRole('button', { name: 'Up' }).click()
    await sheet.getByLabel('Best lap').fill('81.5')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Done' }).click()
  } else {
    await page.getByRole('textbox', { name: 'Best lap of Priya Nandan' }).fill('81.5')
    await button(page, 'Move Priya Nandan up').click()
  }
  await expect.poll(() => order(page)).toEqual(['Marcus Dray', 'Priya Nandan', 'Elise Kinnear', 'Toby Vance'])

  // A draft outlives the page.
  await page.reload()
  await expect.poll(() => order(page)).toEqual(['Marcus Dray', 'Priya Nandan', 'Elise Kinnear', 'Toby Vance'])
  await page.getByText('Official', { exact: true }).click()
  await publishFirst(page, 'Publish official')
  await expect(visible(page, 'Revision 1 · official')).toBeVisible()
  const result = await json<Result>(await admin.get(`/api/races/${weekend.race}/results`))
  expect(result.classification).toMatchObject([
    { car: { number: 8 }, place: 1, laps: 39, bestLapMs: 80_298.3 },
    { car: { number: 10 }, place: 2, laps: 38, bestLapMs: 81_500 },
    { car: { number: 7 }, place: 3, laps: 39, bestLapMs: 80_441.7, gapMs: 1_204 },
    { car: { number: 9 }, place: null, status: 'dsq' },
  ])
})

test(
  'a revision by another administrator is announced, compared, and never overwritten by itself',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, unique('Two of us'))
    const [kinnear, dray, vance] = weekend.cars
    await publish(admin, weekend.race, [kinnear, dray, vance])
    await openResults(page, weekend)
    await openEditor(page, 'Race 1', 'Results')
    await drag(page, grip(page, 'Toby Vance'), -2)
    await expect(button(page, 'Publish amended')).toBeEnabled()

    await publish(admin, weekend.race, [dray, kinnear, vance], { status: 'amended', reason: 'Photo finish' })
    const line = page.getByRole('alert', { name: 'Another revision was published' })
    await expect(line).toContainText('Revision 2 (amended) was published while you worked on this draft.')
    await expect(line).toContainText('Photo finish')
    await expect(button(page, 'Publish amended')).toBeDisabled()
    await expectAccessible(page)
    await expectOneScreenWide(page)
    await line.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revision 2 and my draft' })
    await expect(dialog.getByRole('row', { name: /Toby Vance/ })).toContainText('P3P1')
    await dialog.getByRole('button', { name: 'Keep my draft' }).click()
    await button(page, 'Publish amended').click()
    await expect(visible(page, 'Revision 3 · amended')).toBeVisible()

    // Without a frame about it the server refuses, and the editor says so.
    await page.getByText('Official', { exact: true }).click()
    const put = `**/api/admin/races/${weekend.race}/results`
    // The route stays: with the last one removed a browser stops intercepting, and may lose requests in flight.
    const overtake = async (route: Route) => {
      await publish(admin, weekend.race, [vance, dray, kinnear])
      await route.continue()
    }
    await page.route(put, overtake)
    await button(page, 'Publish official').click()
    await expect(line).toContainText('Revision 4 (provisional)')
    await line.getByRole('button', { name: 'Take revision 4' }).click()
    await expect(visible(page, 'Revision 4 · provisional')).toBeVisible()
  },
)

test('the race list and the editor show when they load, fail, or are empty', async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Faults'))
  await muteSocket(page)
  await publish(admin, weekend.qualifying, weekend.cars)
  await openResults(page, weekend)
  await expect(page.getByText(/^Revision 1 · \w{3} \d/)).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  const cars = `**/api/admin/cars/${weekend.id}`
  await page.route(cars, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Busy.' } }))
  await page.getByRole('link', { name: `Results: Qualifying, ${SUPERCARS}` }).click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load the classification' })).toBeVisible()
  await expect(page.getByText('Busy.')).toBeVisible()
  let go: (() => void) | undefined
  await page.route(cars, async (route) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => go).toBeDefined()
  go?.()
  await expect(list(page)).toBeVisible()
  await expectAccessible(page)
  await expectOneScreenWide(page)

  await page.route('**/results?preview=true', (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Tipping does not answer.' } }),
  )
  await drag(page, grip(page, 'Toby Vance'), -2)
  await expect(visible(page, 'Couldn’t work out what would change')).toBeVisible()
  await page.context().setOffline(true)
  await button(page, 'Publish amended').click()
  await expectToast(page, 'You’re offline. Your draft is kept.')
  await page.context().setOffline(false)
  await expect.poll(() => order(page)).toEqual(['Toby Vance', 'Elise Kinnear', 'Marcus Dray', 'Priya Nandan'])

  await page.goto('/admin?tab=results&race=2147483000')
  await expect(page.getByRole('heading', { name: 'Session not found' })).toBeVisible()
})
