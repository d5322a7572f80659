import { expect, type Page } from '@playwright/test'
import { expectToast } from './e2e-test.ts'
import { dialogOf } from './group-screens.ts'

/** Rows of a season's calendar: round, name, venue, first and last day. */
export type CalendarRow = { name: string; venue: string; startDate: string; endDate: string }

/** Until it has faded out, a dialog stands beside the next one. */
const expectSaved = async (page: Page, title: string, toast: string): Promise<void> => {
  await expectToast(page, toast)
  await expect(dialogOf(page, title)).toHaveCount(0)
}

/** Creates an active season in Setup: the best two rounds count, each fan has one joker. */
export const createSeason = async (page: Page, name: string): Promise<void> => {
  await page.goto('/admin?tab=weekends&view=seasons')
  await page.getByRole('button', { name: 'Create season' }).click()
  const form = dialogOf(page, 'Create season')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Status').selectOption('Active')
  await form.getByLabel('Rounds that count').fill('2')
  await form.getByLabel('Jokers').selectOption('1')
  await form.getByLabel('A missed weekend gets').selectOption('The lowest score of the weekend')
  await form.getByRole('button', { name: 'Create season' }).click()
  await expectSaved(page, 'Create season', 'Season created')
}

/** Imports the calendar of a season in Setup, after a look at its preview. */
export const importCalendar = async (
  page: Page,
  season: string,
  rows: readonly CalendarRow[],
  onPreview: () => Promise<void>,
): Promise<void> => {
  const lines = rows.map(({ name, venue, startDate, endDate }, index) =>
    [index + 1, name, venue, startDate, endDate, 'Australia/Sydney'].join(),
  )
  const csv = ['Round,Name,Venue,Start,End,Time zone', ...lines].join('\n')
  await page.getByRole('button', { name: `Rounds of ${season}` }).click()
  await page.getByRole('button', { name: 'Import calendar' }).click()
  const dialog = dialogOf(page, `Import the calendar of ${season}`)
  const file = { name: 'calendar.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  const preview = dialog.getByRole('list', { name: 'Rounds of the file' }).getByRole('listitem')
  for (const [index, { name }] of rows.entries()) {
    await expect(preview.nth(index)).toContainText(name)
    await expect(preview.nth(index)).toContainText('New')
  }
  await onPreview()
  await dialog.getByRole('button', { name: `Import ${rows.length} rounds` }).click()
  await expectSaved(page, `Import the calendar of ${season}`, 'Calendar imported')
}

/** Sets what the points of a round are multiplied by. */
export const multiplyRound = async (
  page: Page,
  season: string,
  weekend: string,
  multiplier: string,
  onSet: () => Promise<void>,
): Promise<void> => {
  await page.getByRole('button', { name: `Rounds of ${season}` }).click()
  const dialog = dialogOf(page, `Rounds of ${season}`)
  await dialog.getByLabel(`Points of ${weekend}`).selectOption(multiplier)
  await onSet()
  await dialog.getByRole('button', { name: 'Save rounds' }).click()
  await expectSaved(page, `Rounds of ${season}`, 'Rounds saved')
}

type State = { isAnnounced?: boolean; status?: 'Live' | 'Completed' }

/** Announces a weekend in Setup, or changes its status. */
export const editWeekend = async (page: Page, name: string, { isAnnounced, status }: State): Promise<void> => {
  if (!page.url().endsWith('tab=weekends')) await page.goto('/admin?tab=weekends')
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  const form = dialogOf(page, 'Edit weekend')
  if (isAnnounced) await form.getByText('Active', { exact: true }).click()
  if (status) await form.getByLabel('Status').selectOption(status)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page, 'Edit weekend', 'Weekend updated')
}

/** Completes a season in Setup. */
export const completeSeason = async (page: Page, name: string): Promise<void> => {
  await page.goto('/admin?tab=weekends&view=seasons')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialogOf(page, 'Edit season')
  await form.getByLabel('Status').selectOption('Completed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page, 'Edit season', 'Season updated')
}
