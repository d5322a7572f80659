import { existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { Page } from '@playwright/test'

/** Serves a page from the files of a build; addresses without a file get `index`. */
export const serveFolder = (page: Page, origin: string, folder: string, index: string): Promise<unknown> =>
  page.route(`${origin}/**`, async (route) => {
    const file = join(folder, normalize(new URL(route.request().url()).pathname))
    const isFile = existsSync(file) && statSync(file).isFile()
    await route.fulfill({ path: isFile ? file : join(folder, index) })
  })
