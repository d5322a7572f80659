import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeFan, becomeRaceControl, json, raceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'
import { ANY_SCREEN, ON_A_PHONE } from './screens.ts'
import { openTab } from './tabs.ts'
import { follow, newWeekend, SUPER2, SUPERCARS } from './weekends.ts'

const unique = (name: string) => `${name} ${Date.now().toString(36)}`
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/**
 * Saved by LibreOffice: a list with an invalid row; eight categories, 200 cars and 60 sessions in the Excel 97 format.
 */
const sample = (name: string) => fileURLToPath(new URL(`../../packages/sheets/src/fixtures/${name}`, import.meta.url))
const ENTRY_LIST = sample('entry-list.xlsx')
const WHOLE_WEEKEND = sample('whole-weekend.xls')
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

const dialog = (page: Page) => page.getByRole('dialog')
/** Until it has faded out, a dialog stands beside the next one, which reacts to clicks already. */
const expectNoDialog = (page: Page) => expect(dialog(page)).toHaveCount(0)
/** The action of a dialog has succeeded: a toast says so, and the dialog closes. */
const expectSaved = async (page: Page, title: string) => {
  await expectToast(page, title)
  await expectNoDialog(page)
}

/** The actions of a row are in it; on a phone most of them are in a menu. */
const act = async (page: Page, action: string, row: string) => {
  if (isPhone(page)) {
    await page.getByRole('button', { name: `More for ${row}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  } else await page.getByRole('button', { name: `${action} ${row}`, exact: true }).click()
}

/** Beside the list, on a phone a sheet over it. */
const raceForm = (page: Page, name: string) =>
  isPhone(page) ? page.getByRole('dialog', { name }) : page.getByRole('region', { name })

const createRace = async (page: Page, { name, category, starts }: Record<'name' | 'category' | 'starts', string>) => {
  await page.getByRole('button', { name: 'Create Session' }).first().click()
  const form = raceForm(page, 'Create Session')
  const send = form.getByRole('button', { name: 'Create Session' })
  await expect(send).toBeDisabled()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Category', { exact: true }).selectOption(category)
  await form.getByLabel('Starts').fill(starts)
  await form.getByRole('button', { name: /^Use the category’s/ }).click()
  await send.click()
  await expectToast(page, 'Session created')
  await expect(form).toHaveCount(0)
}

const deleteWeekend = async (page: Page, name: string) => {
  await act(page, 'Delete', name)
  const confirm = dialog(page).getByRole('button', { name: 'Delete weekend' })
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(confirm).toBeDisabled()
  await expect(dialog(page).locator('dl')).toHaveAttribute('aria-busy', 'false')
  await dialog(page).getByLabel('Type the name to delete it').fill(name)
  await confirm.click()
  await expectNoDialog(page)
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
}

test(
  'race control creates a weekend, its races, cars and filter, sets it live, copies and deletes it',
  ANY_SCREEN,
  async ({ page }) => {
    const errors = watchErrors(page)
    const name = unique('Ironbark')
    await becomeRaceControl(page)
    await page.goto('/admin')

    await page.getByRole('button', { name: 'Create weekend' }).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Venue').fill('Ironbark Park')
    await dialog(page).getByLabel('Start date').fill('2031-10-17')
    await dialog(page).getByLabel('End date').fill('2031-10-19')
    await dialog(page).getByLabel('Time zone').selectOption('Australia/Adelaide')
    await dialog(page).getByRole('button', { name: 'Create weekend' }).click()
    await expectSaved(page, 'Weekend created')
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(page.getByText('17–19 Oct 2031').and(page.locator(':visible')).first()).toBeVisible()

    // The new weekend is the selected one of the other tabs.
    await openTab(page, 'Setup', 'Races')
    await expect(page.getByText('No races found')).toBeVisible()
    await createRace(page, { name: 'Qualifying', category: SUPERCARS, starts: '2031-10-18T14:20' })
    await createRace(page, { name: 'Race 1', category: SUPERCARS, starts: '2031-10-19T15:30' })
    await createRace(page, { name: 'Sprint', category: SUPER2, starts: '2031-10-19T10:05' })
    const supercars = page.getByRole('region', { name: SUPERCARS })
    await expect(supercars.getByText('Sat 2:20 pm')).toBeVisible()
    await expect(page.getByText(`3 sessions of ${name}, times in Australia/Adelaide.`)).toBeVisible()

    await openTab(page, 'Setup', 'Cars')
    await expect(page.getByText('No cars entered for this weekend')).toBeVisible()
    await page.getByRole('button', { name: 'Create car' }).click()
    await dialog(page)
      .getByLabel('Session')
      .selectOption({ label: `${SUPERCARS}: Qualifying` })
    await dialog(page).getByLabel('Driver').fill('Jed Harrowell')
    await dialog(page).getByLabel('Number').fill('7')
    await dialog(page).getByLabel('Manufacturer').selectOption('Ford')
    await dialog(page).getByRole('button', { name: 'Create car' }).click()
    await expectSaved(page, 'Car created')
    await openTab(page, 'Setup', 'Drivers')
    await page.getByRole('button', { name: 'Add Driver' }).click()
    await dialog(page).getByLabel('Driver', { exact: true }).fill('Ada Moss')
    await dialog(page).getByLabel('Number').fill('31')
    await dialog(page).getByLabel('Class').selectOption(SUPER2)
    await dialog(page).getByRole('button', { name: 'Add Driver' }).click()
    await expectSaved(page, 'Driver added')
    await openTab(page, 'Setup', 'Cars')
    await expect(page.getByText(`2 cars in 2 categories of ${name}.`)).toBeVisible()
    await page.getByRole('button', { name: 'More for #7 Jed Harrowell' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Driver', { exact: true }).fill('Rory Tench')
    await dialog(page).getByLabel('Number').fill('07')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expectSaved(page, 'Car updated')
    await page.getByRole('combobox', { name: 'Status of #07 Rory Tench' }).selectOption('retired')
    await expectToast(page, 'Car status updated')

    await openTab(page, 'Setup', 'Purple Sector Filter')
    await expect(page.getByText('Nothing is chosen, so all 3 sessions show in Purple Sector Tipping.')).toBeVisible()
    await page.getByRole('button', { name: `Select all of ${SUPERCARS}` }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Purple Sector race filter updated')
    await expect(page.getByText('2 of 3 sessions show in Purple Sector Tipping.')).toBeVisible()

    await openTab(page, 'Setup', 'Weekends')
    await page.getByRole('button', { name: `Activate ${name}`, exact: true }).click()
    await expectToast(page, `${name} is live`)
    await expect(page.getByText('LIVE EVENT').and(page.locator(':visible')).first()).toBeVisible()
    await expect(page.getByText(`Only one weekend can be live. Deactivate ${name} to activate another.`)).toBeVisible()

    await act(page, 'Duplicate', name)
    await dialog(page).getByLabel('Start date').fill('2031-11-14')
    await dialog(page).getByRole('button', { name: 'Duplicate', exact: true }).click()
    await expectSaved(page, 'Weekend duplicated')
    const copy = `${name} (Copy)`
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: copy, exact: true }) })
    await expect(row).toContainText('14–16 Nov 2031')
    await expect(row).toContainText('3')

    // A second live weekend is refused in the server's words.
    await page.getByRole('button', { name: `Activate ${copy}`, exact: true }).click()
    await expectToast(page, 'Failed to update weekend')
    await page.getByRole('button', { name: `Deactivate ${name}`, exact: true }).click()
    await expectToast(page, `${name} is no longer live`)

    await act(page, 'Delete', name)
    await expect(dialog(page).locator('dl')).toContainText('Races3')
    await expect(dialog(page).locator('dl')).toContainText('Cars2')
    await page.keyboard.press('Escape')
    await expectNoDialog(page)
    const unexpected = () => errors.filter((error) => !error.includes('status of 409'))
    expect(unexpected()).toEqual([])
    // Requests during the deletion of a weekend get a 404.
    await deleteWeekend(page, name)
    await deleteWeekend(page, copy)
    expect(unexpected().filter((error) => !error.includes('status of 404'))).toEqual([])
  },
)

test('a race is edited, set running, reopened and deleted; a locked race says why', async ({ page, baseURL }) => {
  const errors = watchErrors(page)
  const weekend = await newWeekend(await raceControl(baseURL), unique('Sessions'))
  await becomeRaceControl(page)
  await follow(page, weekend)
  await page.goto('/admin?tab=races')
  const race = `Race 1, ${SUPERCARS}`
  const supercars = page.getByRole('region', { name: SUPERCARS })

  await act(page, 'Edit', race)
  const form = raceForm(page, 'Edit race')
  await form.getByLabel('Track').fill('Wattle Park')
  await form.getByLabel('1st').fill('60')
  await form.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(form.getByText('The image must be a PNG or JPG.')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles({ name: 'grid.png', mimeType: 'image/png', buffer: PICTURE })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page, 'Race updated')
  await expect(form).toHaveCount(0)
  await expect(supercars.getByText('60 / 25 / 15')).toBeVisible()

  if (isPhone(page)) await act(page, 'Set running', race)
  else {
    await page.getByRole('button', { name: `Set status of ${race}` }).click()
    await page.getByRole('menuitem', { name: 'Running' }).click()
  }
  await expectToast(page, 'Race status updated')
  await expect(supercars.getByText('Running', { exact: true })).toBeVisible()
  await act(page, 'Edit', race)
  await expect(form.getByText('Its tips are locked, so category, type and points can’t change.')).toBeVisible()
  await expect(form.getByLabel('Category', { exact: true })).toBeDisabled()
  await expect.poll(() => form.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await form.getByRole('button', { name: 'Reopen' }).click()
  const reopening = page.getByRole('dialog', { name: 'Reopen Race 1?' })
  await reopening.getByLabel('Starts').fill('2031-10-19T15:30')
  await expect(reopening.getByText('Sun 19 Oct, 3:30 pm. Tips lock at 3:28 pm AEDT')).toBeVisible()
  await reopening.getByRole('button', { name: 'Reopen' }).click()
  await expectSaved(page, 'Race reopened')
  await expect(supercars.getByText('Sun 3:30 pm')).toBeVisible()

  await act(page, 'Delete', race)
  await dialog(page).getByRole('button', { name: 'Delete race' }).click()
  await expectSaved(page, 'Race deleted')
  await expect(supercars.getByText('Race 1', { exact: true })).toHaveCount(0)
  expect(errors).toEqual([])
})

test(
  'the last race of a tipped category is deleted only with its tips; cars are withdrawn and return',
  ON_A_PHONE,
  async ({ page, baseURL }) => {
    const admin = await raceControl(baseURL)
    const weekend = await newWeekend(admin, unique('Confirm'))
    await becomeFan(page)
    const cars = await json<{ id: number; category: string }[]>(await admin.get(`/api/admin/cars/${weekend.id}`))
    const carId = cars.find(({ category }) => category === SUPER2)?.id
    const tip = { weekendId: weekend.id, category: SUPER2, carId, tipSource: 'sector' }
    await json(await page.context().request.post('/api/tips', { data: tip }))

    await becomeRaceControl(page)
    await follow(page, weekend)
    await page.goto('/admin?tab=races')
    await act(page, 'Delete', `Race 1, ${SUPER2}`)
    await dialog(page).getByRole('button', { name: 'Delete race' }).click()
    await expect(dialog(page).getByText(/1 tips? go/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Delete race and tips' }).click()
    await expectSaved(page, 'Race deleted')

    await openTab(page, 'Setup', 'Cars')
    await page.getByRole('button', { name: 'More for #7 Elise Kinnear' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    await dialog(page).getByRole('button', { name: 'Withdraw car' }).click()
    await expectSaved(page, 'Car withdrawn')
    await page.getByRole('button', { name: 'Re-enter #7 Elise Kinnear' }).click()
    await expectToast(page, 'Car re-entered')
  },
)

test('changes by another administrator appear by themselves', ANY_SCREEN, async ({ page, baseURL }) => {
  const admin = await raceControl(baseURL)
  const weekend = await newWeekend(admin, unique('Live'))
  await becomeRaceControl(page)
  await follow(page, weekend)
  await page.goto('/admin?tab=races')
  const supercars = page.getByRole('region', { name: SUPERCARS })
  await expect(supercars.getByText('Qualifying', { exact: true })).toBeVisible()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await json(await admin.patch(`/api/admin/races/${weekend.race}/status`, { data: { status: 'running' } }))
  await expect(supercars.getByText('Running', { exact: true })).toBeVisible()
  await json(
    await admin.post('/api/admin/races', { data: { weekendId: weekend.id, name: 'Shootout', category: SUPERCARS } }),
  )
  await expect(supercars.getByText('Shootout', { exact: true })).toBeVisible()
  await openTab(page, 'Setup', 'Weekends')
  await json(await admin.patch(`/api/admin/weekends/${weekend.id}`, { data: { name: `${weekend.name} II` } }))
  await expect(page.getByRole('link', { name: `${weekend.name} II` })).toBeVisible()
})

// Phones have no keyboard.
test('a race is created by keyboard alone', ANY_SCREEN, async ({ page, baseURL }) => {
  const weekend = await newWeekend(await raceControl(baseURL), unique('Keyboard'))
  await becomeRaceControl(page)
  await follow(page, weekend)
  await page.goto('/admin?tab=races')
  const opener = page.getByRole('button', { name: 'Create Session' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const form = raceForm(page, 'Create Session')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Top Ten')
  await page.keyboard.press('Tab')
  await page.keyboard.type('shoot')
  await page.keyboard.press('Tab')
  // One letter, as no other starts with it: a list forgets letters after a second.
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Session type')).toHaveValue('shootout')
  await form.getByLabel('Name').press('Enter')
  await expectToast(page, 'Session created')
  await expect(page.getByRole('region', { name: SUPERCARS }).getByText('Top Ten', { exact: true })).toBeVisible()
})

const SHOWN: Record<string, (page: Page, weekend: { name: string }) => Promise<void>> = {
  weekends: async (page, { name }) => {
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expectOneScreenWide(page)
    await act(page, 'Delete', name)
    await expect(dialog(page).locator('dl')).toContainText('Fans0')
  },
  races: async (page) => {
    await page.getByRole('button', { name: 'Create Session' }).click()
    await expect(raceForm(page, 'Create Session')).toBeVisible()
  },
  cars: async (page) => {
    await expect(page.getByText('Elise Kinnear')).toBeVisible()
    await expectOneScreenWide(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create car' }).click()
    await dialog(page).getByRole('button', { name: 'Create car' }).click()
    await expect(dialog(page).getByText('Driver is required')).toBeVisible()
  },
  filter: async (page) => page.getByRole('checkbox', { name: /Qualifying/ }).check(),
}

for (const [tab, show] of Object.entries(SHOWN))
  test(`${tab}: accessible in both schemes and one screen wide, with its form open too`, async ({ page, baseURL }) => {
    const errors = watchErrors(page)
    const weekend = await newWeekend(await raceControl(baseURL), unique('Axe'))
    await becomeRaceControl(page)
    await follow(page, weekend)
    await page.goto(`/admin?tab=${tab}`)
    await show(page, weekend)
    await expectAccessible(page)
    await expectOneScreenWide(page)
    expect(errors).toEqual([])
  })

test('a fan has no access to Setup', ANY_SCREEN, async ({ page }) => {
  await becomeFan(page)
  await page.goto('/admin')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText("You don't have permission to access the race weekends setup.")).toBeVisible()
  await expectAccessible(page)
})

test(
  'a weekend that fails to save keeps the input, and says that nothing was saved',
  ANY_SCREEN,
  async ({ page, context }) => {
    const name = unique('Offline')
    await becomeRaceControl(page)
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Create weekend' }).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Start date').fill('2031-10-17')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: 'Create weekend' }).click()
    await expectToast(page, /Failed to create weekend.*We can’t reach the server. Nothing was saved\./)
    await expect(dialog(page).getByLabel('Name')).toHaveValue(name)
    await context.setOffline(false)
    await dialog(page).getByRole('button', { name: 'Create weekend' }).click()
    await expectSaved(page, 'Weekend created')
    await deleteWeekend(page, name)
  },
)

test(
  'a complete weekend is imported from one workbook, previewed row by row',
  ANY_SCREEN,
  async ({ page, baseURL }) => {
    const errors = watchErrors(page)
    const admin = await raceControl(baseURL)
    const data = { name: unique('Workbook'), startDate: '2031-10-17', endDate: '2031-10-19' }
    const weekend = await json<{ id: number; name: string }>(await admin.post('/api/admin/weekends', { data }))
    await becomeRaceControl(page)
    await follow(page, weekend)
    await page.goto('/admin?tab=cars')
    await page.getByRole('button', { name: 'Upload spreadsheet' }).click()
    await expect(dialog(page).getByRole('link', { name: 'Download the template' })).toBeVisible()
    const file = dialog(page).locator('input[type=file]')
    await file.setInputFiles({ name: 'cars.xlsx', mimeType: 'image/png', buffer: PICTURE })
    await expectToast(page, 'Upload failed')
    await expect(dialog(page).getByText('The file is a picture (PNG), not a spreadsheet.')).toBeVisible()

    await file.setInputFiles(ENTRY_LIST)
    await expect(dialog(page).getByText('“4O” is not a number of 1 to 3 digits.')).toBeVisible()
    await expectAccessible(page)

    await file.setInputFiles(WHOLE_WEEKEND)
    await expect(dialog(page).getByText('260 new, 0 updated, 0 unchanged, 0 rows with errors.')).toBeVisible()
    await expect(dialog(page).getByText('#1 Driver 1-1')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Upload 260 rows' }).click()
    await expectSaved(page, 'Upload Complete')
    await expect(page.getByText(`200 cars in 8 categories of ${weekend.name}.`)).toBeVisible()
    await expect(page.getByText('260 rows written')).toBeVisible()
    await expectOneScreenWide(page)

    await page.getByRole('button', { name: 'Upload spreadsheet' }).click()
    await file.setInputFiles(WHOLE_WEEKEND)
    await expect(dialog(page).getByText('0 new, 0 updated, 260 unchanged, 0 rows with errors.')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await openTab(page, 'Setup', 'Races')
    await expect(page.getByText(`60 sessions of ${weekend.name}, times in Australia/Sydney.`)).toBeVisible()
    expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
  },
)
