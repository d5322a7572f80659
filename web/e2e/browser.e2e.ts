import { expect, type Page, test } from '@playwright/test'
import { isFromNpm } from './browser.ts'
import { ANY_SCREEN } from './screens.ts'

/** The fonts in which the text of an element is rendered. */
const fontsOf = async (page: Page, selector: string): Promise<string[]> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

test('the browser from npm renders with its own fonts, whatever the machine has', ANY_SCREEN, async ({ page }) => {
  test.skip(!isFromNpm, 'another browser draws with the fonts of the machine')
  const families = ['DejaVu Sans', 'Liberation Sans', 'Noto Sans', 'Arial', 'monospace', 'sans-serif', 'system-ui']
  await page.setContent(
    families.map((family, index) => `<p id="f${index}" style="font-family: ${family}">Lap</p>`).join(''),
  )
  for (const [index, family] of families.entries())
    expect(await fontsOf(page, `#f${index}`), family).toEqual(['Open Sans'])
})

test('password and multi-line fields work in fonts that only the machine could have', ANY_SCREEN, async ({ page }) => {
  await page.setContent('<input type="password"><textarea style="font-family: ui-monospace, monospace"></textarea>')
  await page.locator('input').fill('eight laps to go')
  await page.locator('textarea').fill('Pos\tNo\n1\t8\n2\t70')
  await page.screenshot()
  expect(await page.locator('input').inputValue()).toBe('eight laps to go')
  expect(await page.locator('textarea').inputValue()).toBe('Pos\tNo\n1\t8\n2\t70')
})
