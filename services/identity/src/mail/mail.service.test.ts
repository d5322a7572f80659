import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing'
import { canMount, smallDisk } from '@purple-sector/testing/small-disk'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type IdentityUnderTest, identityUnderTest } from '../testing/identity-under-test.ts'
import { createMailSender, pauseAfter } from './mail-sender.ts'
import { createMailTransport } from './transport.ts'

let identity: IdentityUnderTest
beforeAll(async () => {
  identity = await identityUnderTest()
})
afterAll(() => identity.close())

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await identity.database('mails').delete()
})

/** Undoes quoted-printable (RFC 2045), in which the long line of a link travels. */
const decoded = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

type Received = { to: string[]; text: string }

const smtpServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: decoded(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${address.port}`, received }
}

/** What mail senders have logged. */
const lines: string[] = []
const log = createLogger('identity', 'info', { write: (line) => void lines.push(line) })

const startMailSender = (url: string) => {
  const transport = createMailTransport({ kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url })
  const { database } = identity
  const mailSender = createMailSender({ database, transport, publicUrl: 'https://tips.test', log })
  const running = mailSender.start()
  stops.push(() => running.stop())
  return mailSender
}
const waiting = () => identity.database('mails').orderBy('id')
const dueNow = () => identity.database('mails').update({ due_at: identity.database.raw('now()') })

describe('mails', () => {
  test('reach the mail server with a link that works', async () => {
    const { url, received } = await smtpServer()
    const { user, headers } = await identity.register()
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: [user.email] })
    expect(received[0]?.text).toContain('From: Purple Sector <no-reply@tips.test>')
    expect(received[0]?.text).toContain('Subject: Confirm your e-mail address')
    const token = /^https:\/\/tips\.test\/api\/auth\/verify\?token=([\w-]{43})\r?$/m.exec(received[0]?.text ?? '')?.[1]
    expect((await identity.app.inject({ url: `/api/auth/verify?token=${token}`, headers })).statusCode).toBe(303)
    await expect.poll(waiting).toEqual([])
  })

  test('wait while the server is away and are sent when it is back', async () => {
    const { url: gone } = await smtpServer()
    await stops.pop()?.()
    await identity.register()
    lines.length = 0
    startMailSender(gone)
    await expect.poll(() => lines.join()).toContain('a mail could not be sent, trying again')
    expect(await waiting()).toHaveLength(1)
    await stops.pop()?.()
    const { url, received } = await smtpServer()
    await dueNow()
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
  })

  test('come back when whoever took them died before sending', async () => {
    await identity.register()
    const taken = await identity.database.raw(`update mails set attempts = 1, due_at = now() + interval '2 minutes'`)
    expect(taken.rowCount).toBe(1)
    const { url, received } = await smtpServer()
    const mailSender = startMailSender(url)
    expect(received).toEqual([])
    await dueNow()
    mailSender.poke()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('are given up when the server refuses the recipient for good', async () => {
    const refusal = (address: string) => Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 })
    const { url, received } = await smtpServer({ onRcptTo: ({ address }, _session, done) => done(refusal(address)) })
    const { user } = await identity.register()
    lines.length = 0
    startMailSender(url)
    await expect.poll(waiting).toEqual([])
    expect(received).toEqual([])
    expect(lines.join()).toContain('<(the recipient)> is unknown')
    expect(lines.join()).not.toContain(user.email)
  })

  test('are tried again after a passing refusal', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 451 })
    let refusals = 1
    const { url, received } = await smtpServer({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(busy) : done()),
    })
    await identity.register()
    lines.length = 0
    const mailSender = startMailSender(url)
    await expect.poll(() => lines.join()).toContain('a mail could not be sent, trying again')
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    await dueNow()
    mailSender.poke()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('to nobody are thrown away', async () => {
    const { url, received } = await smtpServer()
    await identity.database('mails').insert({ kind: 'reset', user_id: null })
    startMailSender(url)
    await expect.poll(waiting).toEqual([])
    expect(received).toEqual([])
  })

  test('are written as files without a server, readable as they are', async () => {
    const { user } = await identity.register()
    const mail = (await identity.mails()).at(-1) ?? ''
    expect(mail).toContain(`To: ${user.email}`)
    expect(mail).toMatch(/^http:\/\/tips\.test\/api\/auth\/verify\?token=[\w-]{43}$/m)
  })

  test.runIf(canMount())(
    'that find the disk full are refused, leave nothing, and are whole once there is room',
    async () => {
      const folder = await temporaryFolder('mails')
      onTestFinished(folder.remove)
      const disk = await smallDisk(folder.path, '4k')
      onTestFinished(disk.remove)
      const transport = createMailTransport({ kind: 'files', from: 'no-reply@tips.test', directory: folder.path })
      const mail = { to: 'ann@tips.test', subject: 'A link', text: 'x'.repeat(6_000) }
      await expect(transport.send(mail)).rejects.toThrow('is full')
      expect(await readdir(folder.path)).toEqual([])
      disk.grow('64k')
      await transport.send(mail)
      const [file = ''] = await readdir(folder.path)
      expect(await readFile(join(folder.path, file), 'utf8')).toContain(mail.text)
    },
  )

  test('pause longer from attempt to attempt', () => {
    expect([1, 2, 3, 12].map(pauseAfter)).toEqual([5, 10, 20, 1_800])
  })
})
