import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { entrySchema } from '@purple-sector/contracts/tipping/http'
import { weekendSchema } from '@purple-sector/contracts/weekends/http'
import { openDatabase } from '@purple-sector/database'
import { freePort } from '@purple-sector/machine/free-port'
import { temporaryFolder } from '@purple-sector/testing'
import { canMount, smallDisk } from '@purple-sector/testing/databases/small-disk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseUrlOf } from '../test/database-url.ts'
import { startProductProcess } from '../test/prepared-product.ts'
import { runProduct, runProductWithoutDiskSpace, startNewProduct } from '../test/product-process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let occupyingServer: Server | undefined

const occupy = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server: Server = createServer().listen(port, () => resolve(server))
    server.once('error', reject)
  })

beforeEach(async () => {
  folder = await temporaryFolder('starting')
})
afterEach(async () => {
  occupyingServer?.close()
  occupyingServer = undefined
  await folder.remove()
})

// Each test starts a process or two, which takes seconds on a busy machine.
describe('starting the embedded product', { timeout: 180_000 }, () => {
  test('reports a port in use and leaves nothing running', async () => {
    occupyingServer = await occupy(0)
    const { port } = occupyingServer.address() as AddressInfo
    const started = runProduct({ PORT: String(port), DATA_DIR: folder.path })
    expect(await started.exited).toBe(1)
    expect(started.output()).toContain(`The port ${port} is taken by another program`)
    expect(existsSync(join(folder.path, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  })

  test('reports a second start on the same data and does not affect the first', async () => {
    const product = await startProductProcess()
    try {
      const second = runProduct({ PORT: String(await freePort()), DATA_DIR: product.dataDir })
      expect(await second.exited).toBe(1)
      expect(second.output()).toContain('could not start')
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    } finally {
      await product.dispose()
    }
  })

  test('rejects the data of an incompatible version with one sentence that says what to do', async () => {
    const product = await startProductProcess()
    try {
      const database = openDatabase({ url: await databaseUrlOf(product), schema: 'chat' })
      await database('chat.migrations').where({ id: 1 }).update({ name: '20261122210000_chat.ts' })
      await database.destroy()
      await product.crash()
      const started = runProduct({ PORT: '0', DATA_DIR: product.dataDir, ADMIN_EMAILS: '', ADMIN_PASSWORD: '' })
      expect(await started.exited).toBe(1)
      expect(started.output()).toContain('start with a fresh data folder, by setting DATA_DIR to another one')
      expect(started.output()).toContain('schema chat has the migration 20261122210000_chat.ts')
      expect(started.output()).toMatch(IN_A_SENTENCE)
    } finally {
      await product.dispose()
    }
  })

  test('names both settings when an administrator has no password', async () => {
    const started = runProduct({ DATA_DIR: folder.path, ADMIN_EMAILS: 'a@b.test', ADMIN_PASSWORD: '' })
    expect(await started.exited).toBe(1)
    expect(started.output()).toContain('ADMIN_EMAILS and ADMIN_PASSWORD go together')
  })

  test('shows a new user the URL, the administrator and how to play a race day, and creates a sample weekend', async () => {
    const product = await startNewProduct({ SAMPLE_DATA: 'on', ADMIN_EMAILS: '', ADMIN_PASSWORD: '' })
    try {
      await expect.poll(() => product.output(), { timeout: 60_000 }).toContain('make race-day')
      expect(product.output()).toContain(product.url)
      const password = /admin@purple-sector\.localhost {2}\(password: (\S+)\)/.exec(product.output())?.[1]
      const signedIn = await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@purple-sector.localhost', password }),
      })
      const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? ''
      const current = await fetch(`${product.url}/api/weekends/current`, { headers: { cookie } })
      const weekend = weekendSchema.parse(await current.json())
      expect(weekend).toMatchObject({ isActive: true, status: 'inactive' })
      await expect
        .poll(async () => {
          const board = await fetch(`${product.url}/api/weekends/${weekend.id}/leaderboard`, { headers: { cookie } })
          return z.array(entrySchema).parse(await board.json())[0]?.totalPoints
        })
        .toBeGreaterThan(0)
    } finally {
      await product.dispose()
    }
  })

  test('creates the sample weekend without requests to the public address, which may be unreachable', async () => {
    let connectionCount = 0
    occupyingServer = await occupy(0)
    occupyingServer.on('connection', (socket) => {
      connectionCount += 1
      socket.destroy()
    })
    const { port } = occupyingServer.address() as AddressInfo
    const address = `https://127.0.0.1:${port}`
    const product = await startNewProduct({ SAMPLE_DATA: 'on', PUBLIC_URL: address })
    try {
      await expect.poll(() => product.output(), { timeout: 60_000 }).toContain('Sample weekend')
      expect(product.output()).toContain(`Open            ${address}`)
      expect(product.output()).toContain(`Listens at      ${product.url}`)
    } finally {
      await product.dispose()
    }
    expect(connectionCount).toBe(0)
  })
})

/** Starts and stops the product once more. */
const startAndStop = async (settings: Record<string, string>) => {
  const product = await startNewProduct(settings)
  await product.dispose()
}

const IN_A_SENTENCE = /could not start: .*\.( \(.*\))?\s*$/

describe('the embedded product with a file that cannot be written or read', { timeout: 180_000 }, () => {
  test('names the file that finds no space, damages nothing, and starts the next time', async () => {
    const settings = { DATA_DIR: folder.path, PORT: '0', SAMPLE_DATA: 'off' }
    const first = runProductWithoutDiskSpace(settings)
    expect(await first.exited).toBe(1)
    expect(first.output()).toContain(`${join(folder.path, 'secrets.json')} is larger than this user may write`)
    expect(first.output()).toMatch(IN_A_SENTENCE)
    expect(await readdir(folder.path)).toEqual([])
    await startAndStop({ DATA_DIR: folder.path })
  })

  test.runIf(canMount())(
    'names the file that meets a full disk, damages nothing, and starts when there is space',
    async () => {
      const dataDir = join(folder.path, 'small')
      const disk = await smallDisk(dataDir, '4k')
      try {
        const settings = { DATA_DIR: dataDir, PORT: '0', SAMPLE_DATA: 'off' }
        const first = runProduct(settings)
        expect(await first.exited).toBe(1)
        expect(first.output()).toContain(`The disk that holds ${join(dataDir, 'admin.json')} is full.`)
        expect(first.output()).toMatch(IN_A_SENTENCE)
        expect(await readdir(dataDir)).toEqual(['secrets.json'])
        // Now there is space for the files, but not for the database.
        disk.grow('2m')
        const second = runProduct(settings)
        expect(await second.exited).toBe(1)
        expect(second.output()).toContain(`The disk that holds ${join(dataDir, 'postgres')} is full`)
        disk.grow('700m')
        await startAndStop({ ADMIN_EMAILS: '', ADMIN_PASSWORD: '', DATA_DIR: dataDir })
      } finally {
        disk.remove()
      }
    },
  )

  test.each(['secrets.json', 'admin.json'])('names a damaged %s and what to do', async (name) => {
    for (const content of ['', '{"email":']) {
      await writeFile(join(folder.path, name), content)
      const started = runProduct({ DATA_DIR: folder.path })
      expect(await started.exited).toBe(1)
      expect(started.output()).toContain(`${join(folder.path, name)} is ${content === '' ? 'empty' : 'damaged'}`)
      expect(started.output()).toMatch(/remove it, and the next start makes/i)
      expect(started.output()).toMatch(IN_A_SENTENCE)
    }
  })
})
