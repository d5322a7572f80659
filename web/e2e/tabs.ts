import { expect, type Page } from '@playwright/test'

/** Opens a tab of a page and waits for it: the one before may have fields of the same name. */
export const openTab = async (page: Page, tabs: string, name: string): Promise<void> => {
  const link = page.getByRole('navigation', { name: tabs }).getByRole('link', { name })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}
