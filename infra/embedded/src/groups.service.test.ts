import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess, startProductProcess } from './testing/product-process.ts'

let product: ProductProcess
beforeAll(async () => {
  product = await startProductProcess()
})
afterAll(() => product?.dispose())

/** The superuser's way to the database of a running product, which keeps its port and password with its data. */
const databaseUrlOf = async ({ dataDir }: ProductProcess): Promise<string> => {
  const kept = async (name: string) => (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim()
  return `postgres://postgres:${encodeURIComponent(await kept('password'))}@127.0.0.1:${await kept('port')}/purple_sector`
}

test('a group is founded, joined, tipped, scored by changing rules, and leaves nothing when it is deleted', async () => {
  await playGroupWeekend({
    gateways: [product.url],
    admin: ADMINISTRATOR,
    dataDir: product.dataDir,
    databaseUrl: await databaseUrlOf(product),
  })
  expect(product.output()).not.toMatch(/"level":(50|60)/)
}, 240_000)
