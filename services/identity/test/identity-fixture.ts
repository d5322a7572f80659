import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessCache } from '@purple-sector/cache'
import type { DomainEvent } from '@purple-sector/contracts/event'
import { type User, userSchema } from '@purple-sector/contracts/identity/http'
import {
  createLogger,
  generateIdentityKeys,
  type Identity,
  identitySigner,
  identityVerifier,
  inProcessCalls,
  type Platform,
  type Service,
} from '@purple-sector/service-kit'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { hashOf } from '../src/accounts/one-time-tokens.ts'
import { buildIdentity, type IdentityConfig, migrationsDirectory, readConfig } from '../src/app.ts'
import { createPostman } from '../src/mail/postman.ts'
import { createMailTransport } from '../src/mail/transport.ts'

const { privateKey, publicKey } = generateIdentityKeys()
const sign = identitySigner(privateKey)
const secret = 'a secret that signs the calls between services'

const unused = (): never => {
  throw new Error('not part of these tests')
}

export type SignedInFan = { user: User; secret: string; headers: Record<string, string> }

export type Fixture = Awaited<ReturnType<typeof identityFixture>>

/** Identity on a database of its own, with requests as the gateway would send them. */
export const identityFixture = async (over: Partial<IdentityConfig> = {}, shared?: TestDatabase) => {
  const test = shared ?? (await createTestDatabase({ service: 'identity', migrationsDirectory }))
  const { database } = test
  const mailDirectory = await mkdtemp(join(tmpdir(), 'purple-sector-mail-'))
  const config: IdentityConfig = {
    ...readConfig({ PUBLIC_URL: 'http://tips.test', PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1' }),
    mail: { kind: 'files', from: 'Purple Sector <no-reply@tips.test>', directory: mailDirectory },
    ...over,
  }
  // Before `service.start` events stay in the outbox, afterwards they are here.
  const published: DomainEvent[] = []
  const bus: Platform['bus'] = {
    publish: async (events) => void published.push(...events),
    subscribe: async () => ({ stop: async () => {} }),
    close: async () => {},
  }
  const lines: Record<string, unknown>[] = []
  const apps = new Map<string, Service['app']>()
  const calls = inProcessCalls({ caller: 'gateway', secret, apps })
  const platform: Platform = {
    database,
    bus,
    jobs: { queue: unused, worker: unused, close: async () => {} },
    cache: createInProcessCache(),
    calls: { call: async () => ({ status: 200, body: { events: 0 } }) },
    log: createLogger('identity', 'info', { write: (line) => void lines.push(JSON.parse(line)) }),
    verifyIdentity: identityVerifier(publicKey),
    internalSecret: secret,
  }
  const service = await buildIdentity(platform, config)
  apps.set('identity', service.app)
  const { app } = service
  const postman = createPostman({
    database,
    transport: createMailTransport(config.mail),
    publicUrl: config.publicUrl,
    log: platform.log,
  })

  const headersOf = async (identity: Identity) => ({ 'x-identity': await sign(identity) })

  /** The caller behind a session's secret, as the gateway finds it out. */
  const resolve = async (secrets: string[]): Promise<Identity[]> => {
    const reply = await calls.call('identity', {
      method: 'POST',
      path: '/internal/sessions/resolve',
      body: { hashes: secrets.map(hashOf) },
    })
    return (reply.body as { sessions: Identity[] }).sessions
  }

  const cookiesIn = (header: string | string[] | undefined, name: string): string | undefined =>
    [header ?? []]
      .flat()
      .map((cookie) => new RegExp(`^(?:__Host-)?${name}=([^;]*)`).exec(cookie)?.[1])
      .find((value) => value !== undefined)

  return {
    service,
    app,
    calls,
    database,
    config,
    published,
    /** What the service has logged. */
    lines,
    resolve,
    headersOf,
    cookieOf: (reply: { headers: Record<string, unknown> }, name = 'session') =>
      cookiesIn(reply.headers['set-cookie'] as string | string[] | undefined, name),

    post: (url: string, payload: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers }),

    /** Posts fields as a form without script does. */
    postForm: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      }),

    async headersFor(sessionSecret: string): Promise<Record<string, string>> {
      const [identity] = await resolve([sessionSecret])
      if (!identity) throw new Error('This session is over')
      return headersOf(identity)
    },

    async register(over: Record<string, unknown> = {}): Promise<SignedInFan> {
      const email = `fan-${randomUUID()}@example.org`
      const reply = await app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: { email, password: 'correct horse', ...over },
      })
      if (reply.statusCode !== 201) throw new Error(reply.body)
      const sessionSecret = this.cookieOf(reply) ?? ''
      return {
        user: userSchema.parse(reply.json()),
        secret: sessionSecret,
        headers: await this.headersFor(sessionSecret),
      }
    },

    /** The data of the events about a subject, oldest first. */
    async events(type: string, subject?: string): Promise<unknown[]> {
      const rows = await database('outbox')
        .where({ type, ...(subject === undefined ? {} : { subject }) })
        .orderBy('id')
      return rows.map(({ data }) => data)
    },

    /** Sends the mails that wait and answers all sent so far, oldest first. */
    async mails(): Promise<string[]> {
      await postman.deliverDue()
      const names = (await readdir(mailDirectory)).filter((name) => name.endsWith('.eml')).sort()
      return Promise.all(names.map((name) => readFile(join(mailDirectory, name), 'utf8')))
    },

    /** The token of the last link mailed to an address. */
    async tokenMailedTo(email: string): Promise<string> {
      const mail = (await this.mails()).findLast((text) => text.includes(`To: ${email}`)) ?? ''
      return /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    },

    async close(): Promise<void> {
      await service.app.close()
      await rm(mailDirectory, { recursive: true, force: true })
      if (!shared) await test.drop()
    },
  }
}
