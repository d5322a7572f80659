import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { dataDirectoryOf } from './data-directory.ts'
import { test } from './e2e-test.ts'
import { expectOneScreenWide, seriousFindings } from './quality.ts'
import { ANY_SCREEN } from './screens.ts'

const ORIGIN = 'http://gallery.localhost'
/** Built by the first worker that needs it; removed with the data of a product. */
const built = join(dataDirectoryOf(0), 'gallery')

test.beforeAll(async () => {
  if (existsSync(built)) return
  const draft = `${built}-${process.pid}`
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    mode: 'gallery',
    logLevel: 'error',
    build: { outDir: draft, emptyOutDir: true },
  })
  // Another worker may have been as quick.
  await rename(draft, built).catch(() => rm(draft, { recursive: true, force: true }))
})

/** Opens the built gallery, served from its files alone. */
const openGallery = async (page: Page, colorScheme: 'dark' | 'light') => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = normalize(new URL(route.request().url()).pathname)
    if (path === '/favicon.ico') await route.fulfill({ status: 204 })
    else await route.fulfill({ path: join(built, path) })
  })
  await page.goto(`${ORIGIN}/gallery.html`)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeAttached()
  return errors
}

const findings = async (page: Page) =>
  (await seriousFindings(page)).map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))

for (const scheme of ['dark', 'light'] as const)
  test(`every component passes axe in ${scheme}, dialogs too, and nothing overflows`, async ({ page }) => {
    const errors = await openGallery(page, scheme)
    expect(await findings(page)).toEqual([])
    await expectOneScreenWide(page)
    for (const name of ['Destructive dialog', 'Large dialog']) {
      await page.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect.poll(() => findings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    expect(errors).toEqual([])
  })

test('text is rendered in the fonts of the product', ANY_SCREEN, async ({ page }) => {
  await openGallery(page, 'dark')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await document.fonts.ready
        return [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family.replaceAll('"', ''))
      }),
    )
    .toEqual(expect.arrayContaining(['Archivo Variable', 'Geist Variable']))
})

test('the look follows the system until one is chosen', ANY_SCREEN, async ({ page }) => {
  await openGallery(page, 'light')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(241, 241, 244)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe('rgb(11, 11, 14)')
  await page.getByRole('button', { name: 'light', exact: true }).click()
  await expect.poll(background).toBe('rgb(241, 241, 244)')
})
