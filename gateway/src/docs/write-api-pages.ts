import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { apiPages } from './api-pages.ts'
import { openapiOf } from './openapi.ts'

// Writes docs/api (`make api-docs`).

const folder = fileURLToPath(new URL('../../../docs/api/', import.meta.url))

const pages = apiPages(await openapiOf(ROUTES), ROUTES)
await mkdir(folder, { recursive: true })
for (const file of await readdir(folder)) if (!pages.has(file)) await rm(`${folder}${file}`)
for (const [file, text] of pages) await writeFile(`${folder}${file}`, text)
