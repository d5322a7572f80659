import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type User, userSchema } from '@purple-sector/contracts/identity/http'
import { applyUser } from '@purple-sector/contracts/tipping/internal'
import { createMailSender, createMailTransport } from '@purple-sector/mail'
import type { Caller } from '@purple-sector/service-kit'
import { type TestDatabase, temporaryFolder } from '@purple-sector/testing'
import { createServiceTest } from '@purple-sector/testing/service-test'
import { hashOf } from '../src/accounts/one-time-token-repository.ts'
import type { Config } from '../src/config.ts'
import { writeMail } from '../src/mail/write-mail.ts'
import { identity } from '../src/service.ts'

export type SignedInFan = { user: User; secret: string; headers: Record<string, string> }

export type TestIdentity = Awaited<ReturnType<typeof createTestIdentity>>

/** Cheap hashing, so that a test can register many accounts. */
const environment = { PUBLIC_URL: 'http://tips.test', PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1' }

const cookiesIn = (header: string | string[] | undefined, name: string): string | undefined =>
  [header ?? []]
    .flat()
    .map((cookie) => new RegExp(`^(?:__Host-)?${name}=([^;]*)`).exec(cookie)?.[1])
    .find((value) => value !== undefined)

/**
 * Creates identity without starting it: it handles requests, and `events` reads published events from the outbox.
 */
export const createTestIdentity = async (overrides: Partial<Config> = {}, existingDatabase?: TestDatabase) => {
  const folder = await temporaryFolder('mail')
  const mail = { kind: 'files' as const, from: 'Purple Sector <no-reply@tips.test>', directory: folder.path }
  const config = { ...identity.readConfig(environment), mail, ...overrides }
  const test = await createServiceTest(identity, {
    config,
    isStarted: false,
    ...(existingDatabase ? { on: existingDatabase } : {}),
  })
  const { app, database } = test
  test.calls.stubCall(applyUser, () => ({ kind: 'reply', reply: {} }))
  const mailSender = createMailSender({
    database,
    transport: createMailTransport(config.mail),
    write: writeMail({ database, publicUrl: config.publicUrl }),
    log: test.platform.log,
  })

  /** Resolves session secrets to callers, as the gateway does. */
  const resolve = async (secrets: string[]): Promise<Caller[]> => {
    const hashes = secrets.map(hashOf)
    const reply = await test.callInternal({ method: 'POST', path: '/internal/sessions/resolve', body: { hashes } })
    return (reply.body as { sessions: Caller[] }).sessions
  }

  return {
    ...test,
    config,
    resolve,
    cookieOf: (reply: { headers: Record<string, unknown> }, name = 'session') =>
      cookiesIn(reply.headers['set-cookie'] as string | string[] | undefined, name),

    post: (url: string, payload: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers }),

    /** Posts fields as a form without script. */
    postForm: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      }),

    async headersFor(sessionSecret: string): Promise<Record<string, string>> {
      const [caller] = await resolve([sessionSecret])
      if (!caller) throw new Error('This session is over')
      return test.identityOf(caller)
    },

    async register(overrides: Record<string, unknown> = {}): Promise<SignedInFan> {
      const email = `fan-${randomUUID()}@example.org`
      const reply = await this.post('/api/auth/register', { email, password: 'correct horse', ...overrides })
      if (reply.statusCode !== 201) throw new Error(reply.body)
      const secret = this.cookieOf(reply) ?? ''
      return { user: userSchema.parse(reply.json()), secret, headers: await this.headersFor(secret) }
    },

    /** Returns the data of the events of a subject, oldest first. */
    async events(type: string, subject?: string): Promise<unknown[]> {
      const rows = await database('outbox')
        .where({ type, ...(subject === undefined ? {} : { subject }) })
        .orderBy('id')
      return rows.map(({ data }) => data)
    },

    /** Sends pending mails and returns all mails sent so far, oldest first. */
    async mails(): Promise<string[]> {
      await mailSender.deliverDue()
      const names = (await readdir(folder.path)).filter((name) => name.endsWith('.eml')).sort()
      return Promise.all(names.map((name) => readFile(join(folder.path, name), 'utf8')))
    },

    /** Returns the token of the latest link mailed to an address. */
    async tokenMailedTo(email: string): Promise<string> {
      const mail = (await this.mails()).findLast((text) => text.includes(`To: ${email}`)) ?? ''
      return /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    },

    async close(): Promise<void> {
      await test.close()
      await folder.remove()
    },
  }
}
