import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wake } from '@purple-sector/database'
import { createLogger } from '@purple-sector/service-kit'
import { createTestDatabase, type TestDatabase, temporaryFolder } from '@purple-sector/testing'
import { canMount, smallDisk } from '@purple-sector/testing/databases/small-disk'
import { type MailServer, startMailServer } from '@purple-sector/testing/servers/mail-server'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mailOutbox } from './mail-outbox.ts'
import { backoffSeconds, createMailSender, type MailWriter } from './mail-sender.ts'
import { createMailTransport } from './mail-transport.ts'
import { up } from './mails-table.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase({ service: 'mail' })
  await up(home.database)
})
afterAll(() => home.drop())

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await home.database('mails').delete()
})

/** Log lines of the mail senders. */
const lines: string[] = []
const log = createLogger('identity', 'info', { write: (line) => void lines.push(line) })

const mailServer = async (options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> => {
  const server = await startMailServer(options)
  stops.push(server.close)
  return server
}

const greet: MailWriter<string> = async (kind, about) => ({
  to: `${about}@fans.test`,
  subject: 'A mail',
  text: `${kind} to ${about}\n`,
})

const startMailSender = (url: string, write = greet) => {
  lines.length = 0
  const transport = createMailTransport({ kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url })
  const mailSender = createMailSender({ database: home.database, transport, write, log })
  const running = mailSender.start()
  stops.push(() => running.stop())
}

const put = (about: string | null) => mailOutbox(home.database).put('greeting', about)
const waiting = () => home.database('mails').orderBy('id')
const dueNow = async () => {
  await home.database('mails').update({ due_at: home.database.raw('now()') })
  wake(home.database, 'tasks')
}

describe('mail sender', () => {
  test('sends a mail and removes it from the outbox', async () => {
    const { url, received } = await mailServer()
    await put('ann')
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: ['ann@fans.test'] })
    expect(received[0]?.text).toContain('From: Purple Sector <no-reply@tips.test>')
    expect(received[0]?.text).toContain('greeting to ann')
    await expect.poll(waiting).toEqual([])
  })

  test('retries while the mail server is away and sends once it is back', async () => {
    const { url: gone } = await mailServer()
    await stops.pop()?.()
    await put('ann')
    startMailSender(gone)
    await expect.poll(() => lines.join()).toContain('mail.send_failed')
    expect(await waiting()).toHaveLength(1)
    await stops.pop()?.()
    const { url, received } = await mailServer()
    await dueNow()
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
  })

  test('sends a mail again whose sender died before sending', async () => {
    await put('ann')
    expect(await mailOutbox(home.database).claimNext()).toMatchObject({ kind: 'greeting', about: 'ann', attempts: 1 })
    expect(await mailOutbox(home.database).claimNext()).toBeUndefined()
    const { url, received } = await mailServer()
    startMailSender(url)
    expect(received).toEqual([])
    await dueNow()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('abandons a mail whose recipient the server rejects permanently', async () => {
    const refusal = (address: string) => Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 })
    const { url, received } = await mailServer({ onRcptTo: ({ address }, _session, done) => done(refusal(address)) })
    await put('ann')
    startMailSender(url)
    await expect.poll(waiting).toEqual([])
    expect(received).toEqual([])
    expect(lines.join()).toContain('<(the recipient)> is unknown')
    expect(lines.join()).not.toContain('ann@fans.test')
  })

  test('retries after a transient rejection', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 451 })
    let refusals = 1
    const { url, received } = await mailServer({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(busy) : done()),
    })
    await put('ann')
    startMailSender(url)
    await expect.poll(() => lines.join()).toContain('mail.send_failed')
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    await dueNow()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('abandons a mail that could not be sent for a day', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 451 })
    const { url } = await mailServer({ onRcptTo: (_address, _session, done) => done(busy) })
    await put('ann')
    await home.database('mails').update({ created_at: home.database.raw("now() - interval '25 hours'") })
    startMailSender(url)
    await expect.poll(waiting).toEqual([])
    expect(lines.join()).toContain('mail.expired')
  })

  test('discards mails without a recipient and mails that are no longer wanted', async () => {
    const { url, received } = await mailServer()
    await put(null)
    await put('gone')
    startMailSender(url, async () => undefined)
    await expect.poll(waiting).toEqual([])
    expect(received).toEqual([])
  })

  test('strips line breaks from headers', async () => {
    const { url, received } = await mailServer()
    const folder = await temporaryFolder('mails')
    onTestFinished(folder.remove)
    const subject = 'Ann\r\nBcc: eve@fans.test\n\nasks you'
    const mail = { to: 'ben@fans.test', subject, text: 'Hello' }
    const from = 'no-reply@tips.test'
    for (const transport of [
      createMailTransport({ kind: 'smtp', from, url }),
      createMailTransport({ kind: 'files', from, directory: folder.path }),
    ]) {
      await transport.send(mail)
      transport.close()
    }
    const [file = ''] = await readdir(folder.path)
    for (const text of [received[0]?.text, await readFile(join(folder.path, file), 'utf8')])
      expect(text?.replaceAll('\r', '')).toContain('Subject: Ann Bcc: eve@fans.test asks you\n')
    expect(received[0]?.to).toEqual(['ben@fans.test'])
  })

  test.runIf(canMount())(
    'rejects a mail on a full disk, leaves no file, and writes it once there is room',
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

  test('increases the backoff with each attempt', () => {
    expect([1, 2, 3, 12].map(backoffSeconds)).toEqual([5, 10, 20, 1_800])
  })
})
