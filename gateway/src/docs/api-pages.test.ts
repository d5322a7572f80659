import { readdirSync, readFileSync } from 'node:fs'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { defineRoute } from '@purple-sector/contracts/route'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiPages } from './api-pages.ts'
import { openapiOf } from './openapi.ts'

const folder = new URL('../../../docs/api/', import.meta.url)

describe('docs/api', () => {
  test('is what make api-docs writes', async () => {
    const pages = apiPages(await openapiOf(ROUTES), ROUTES)
    const files = readdirSync(folder)
    expect(files.toSorted()).toEqual([...pages.keys()].toSorted())
    for (const file of files) expect(readFileSync(new URL(file, folder), 'utf8'), file).toBe(pages.get(file))
  })
})

describe('apiPages', () => {
  const lap = z.object({ lap: z.number().int(), ms: z.number().nullable() }).meta({ id: 'Lap', description: 'A lap.' })
  const findLaps = defineRoute({
    service: 'admin',
    method: 'GET',
    path: '/api/laps/:id',
    access: 'user',
    summary: 'List laps',
    description: 'Newest first.',
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.number().int().min(1).max(50).optional() }),
    replies: { 200: z.array(lap) },
    refusals: { 404: ['NO_LAPS'] },
  })
  const postLap = defineRoute({
    service: 'admin',
    method: 'POST',
    path: '/api/laps',
    access: 'admin',
    summary: 'Add a lap',
    body: z.object({
      kind: z.enum(['race', 'practice']),
      note: z.string().max(100).meta({ description: 'One line' }),
      tags: z.array(z.union([z.string(), z.number()])),
    }),
    replies: { 200: z.object({ total: z.number() }), 204: z.null().meta({ description: 'No content' }) },
  })

  test('describes callers, query, replies, errors and shapes of a call', async () => {
    const routes = [findLaps]
    const page = apiPages(await openapiOf(routes), routes).get('admin.md')
    expect(page).toContain('### GET /api/laps/:id\n\nList laps. For fans.\n\nNewest first.\n')
    expect(page).toContain('limit?: number // 1 to 50')
    expect(page).toContain('Replies: 200 `Lap[]`.')
    expect(page).toContain('Errors: 404 `NO_LAPS`.')
    expect(page).toContain('### Lap\n\nA lap.\n\n```ts\ntype Lap = { lap: number, ms: number | null }\n```')
  })

  test('describes a body with its limits, and a reply without a name', async () => {
    const routes = [postLap]
    const page = apiPages(await openapiOf(routes), routes).get('admin.md')
    expect(page).toContain('For administrators.')
    expect(page).toContain('kind: "race" | "practice"')
    expect(page).toContain('note: string // One line; at most 100 characters')
    expect(page).toContain('tags: (string | number)[]')
    expect(page).toContain('Replies: 200 `Reply`, 204.\n\n```ts\ntype Reply = { total: number }\n```')
  })

  test('describes shapes that replies refer to, and no others', async () => {
    const { components } = (await openapiOf([findLaps])) as { components: { schemas: object } }
    expect(Object.keys(components.schemas).toSorted()).toEqual(['Error', 'Lap'])
  })

  test('throws if the document lacks a call', async () => {
    const document = await openapiOf([postLap])
    expect(() => apiPages(document, [findLaps])).toThrow('The document has no GET /api/laps/:id.')
  })
})
