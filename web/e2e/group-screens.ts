import { expect, type Locator, type Page } from '@playwright/test'
import { SUPERCARS } from './weekends.ts'

export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
export const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name })

/** Presses a button of a group's card, and returns the dialog that opens. */
export const openFromCard = async (page: Page, group: string, button: string, title = group): Promise<Locator> => {
  await cardOf(page, group).getByRole('button', { name: button }).click()
  const dialog = dialogOf(page, title)
  await expect(dialog).toBeVisible()
  return dialog
}

/** Selects an entry in the settings menu of the group's admin. */
export const chooseSetting = async (page: Page, group: string, entry: string): Promise<void> => {
  await cardOf(page, group)
    .getByRole('button', { name: /^Settings/ })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export const closeDialog = async (page: Page, title: string): Promise<void> => {
  // A confirmation in its place would take the key.
  await expect(dialogOf(page, title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page, title)).toHaveCount(0)
}

/** Picks a car on the card of the Supercars, in a dialog or on a page, and submits the tip. */
export const tipOnCard = async (page: Page, inside: Locator, driver: string): Promise<void> => {
  const card = inside.getByRole('article', { name: SUPERCARS })
  await card.getByRole('button', { name: `Car for ${SUPERCARS}` }).click()
  await page.getByRole('option', { name: driver }).click()
  await card.getByRole('button', { name: 'Submit Tip' }).click()
  await expect(card.getByText('Saved', { exact: true })).toBeVisible()
}
