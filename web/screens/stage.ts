import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ADMINISTRATOR = { email: 'race-control@purple-sector.localhost', password: 'the flag is green' }

type Person = 'visitor' | 'fan' | 'administrator'
type Cookie = { name: string; value: string; url: string }

/** A running product with the sample weekend live, a fan with tips, and an administrator. */
export type Stage = { url: string; qualifying: number; cookiesOf(person: Person): Cookie[]; stop(): Promise<void> }

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const becomeReady = async (url: string, product: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (product.exitCode !== null) throw new Error('The product did not start')
    const weekend = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (weekend) return
    await delay(100)
  }
  throw new Error('The product was not ready in a minute')
}

const send = async (url: string, method: string, path: string, body: unknown, cookie = ''): Promise<Response> => {
  const reply = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

const sessionOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Waits until the sample weekend has its scored session. */
const sampleWeekend = async (url: string, cookie: string) => {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(`${url}/api/weekends/current`, { headers: { cookie } })
    if (reply.ok) {
      const weekend = (await reply.json()) as { id: number }
      const races = (await (await send(url, 'GET', `/api/weekends/${weekend.id}/races`, undefined, cookie)).json()) as {
        id: number
        status: string
      }[]
      const scored = races.find(({ status }) => status === 'completed')
      if (scored) return { weekendId: weekend.id, qualifying: scored.id }
    }
    await delay(200)
  }
  throw new Error('The sample weekend was not loaded')
}

/** Starts the embedded product on data of its own and puts people on it. */
export const startStage = async (): Promise<Stage> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'purple-sector-screens-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const product = spawn(process.execPath, ['infra/embedded/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAILS: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
  })
  const stop = async () => {
    if (product.exitCode === null) {
      product.kill('SIGTERM')
      await once(product, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await becomeReady(url, product)
    const administrator = sessionOf(await send(url, 'POST', '/api/auth/login', ADMINISTRATOR))
    const { weekendId, qualifying } = await sampleWeekend(url, administrator)
    await send(url, 'PATCH', `/api/admin/weekends/${weekendId}`, { isActive: true, status: 'live' }, administrator)
    const account = { email: 'kerbsider@fans.test', username: 'kerbsider', password: 'eight laps to go' }
    const fan = sessionOf(await send(url, 'POST', '/api/auth/register', account))
    const cars = (await (await send(url, 'GET', `/api/cars/${qualifying}`, undefined, fan)).json()) as {
      id: number
      category: string
    }[]
    const [car] = cars
    if (car) await send(url, 'POST', '/api/tips', { weekendId, category: car.category, carId: car.id }, fan)
    const sessions = { visitor: '', fan, administrator }
    const cookiesOf = (person: Person): Cookie[] => {
      const [name = '', value = ''] = sessions[person].split('=')
      return name === '' ? [] : [{ name, value, url }]
    }
    return { url, qualifying, cookiesOf, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
