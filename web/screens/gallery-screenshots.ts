import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { build } from 'vite'
import { serveFolder } from './serve-folder.ts'
import { stableScreenshot } from './stable-screenshot.ts'

const ORIGIN = 'http://gallery.localhost'

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)

/** One screenshot a section, so that a new or removed one moves no other; then what opens over them. */
const screenshotSections = async (page: Page, name: string, folder: string): Promise<string[]> => {
  const screenshots: string[] = []
  const saveScreenshot = async (part: string, screenshot: Buffer) => {
    screenshots.push(`components-${part}-${name}.png`)
    await writeFile(join(folder, `components-${part}-${name}.png`), screenshot)
  }
  await stableScreenshot(page)
  for (const section of await page.locator('main section:has(> header), section:has(> header > h2)').all()) {
    const title = await section.locator('header h2').first().innerText()
    await saveScreenshot(slug(title), await section.screenshot({ animations: 'disabled' }))
  }
  for (const dialog of ['Destructive dialog', 'Large dialog']) {
    await page.getByRole('button', { name: dialog }).click()
    await page.getByRole('dialog').waitFor()
    await stableScreenshot(page)
    await saveScreenshot(slug(dialog), await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return screenshots
}

/** Takes screenshots of every component of the gallery in its states, in both schemes. */
export const screenshotGallery = async (
  browser: Browser,
  sizes: Record<string, BrowserContextOptions>,
  folder: string,
): Promise<string[]> => {
  const built = await mkdtemp(join(tmpdir(), 'purple-sector-gallery-'))
  const screenshots: string[] = []
  try {
    await build({
      root: fileURLToPath(new URL('..', import.meta.url)),
      mode: 'gallery',
      logLevel: 'error',
      build: { outDir: built, emptyOutDir: true },
    })
    for (const [size, options] of Object.entries(sizes))
      for (const colorScheme of ['dark', 'light'] as const) {
        const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await serveFolder(page, ORIGIN, built, 'gallery.html')
        await page.goto(`${ORIGIN}/gallery.html`)
        await page.evaluate(() => document.fonts.ready)
        screenshots.push(...(await screenshotSections(page, `${size}-${colorScheme}`, folder)))
        await context.close()
      }
  } finally {
    await rm(built, { recursive: true, force: true })
  }
  return screenshots
}
