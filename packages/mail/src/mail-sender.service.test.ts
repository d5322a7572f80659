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

/** The table of a service that sends mails. */
const MAILS = `
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  about text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
)`

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'mail' })
  await testDatabase.database.raw(MAILS)
})
afterAll(() => testDatabase.drop())

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await testDatabase.database('mails').delete()
})

/** Log lines of the mail senders. */
const lines: string[] = []
const log = createLogger('identity', 'info', { write: (line) => void lines.push(line) })

const startServer = async (options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> => {
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
  const mailSender = createMailSender({ database: testDatabase.database, transport, write, log })
  const running = mailSender.start()
  stops.push(() => running.stop())
}

const enqueue = (about: string | null) => mailOutbox(testDatabase.database).put('greeting', about)
const readPending = () => testDatabase.database('mails').orderBy('id')
const makeAllDue = async () => {
  await testDatabase.database('mails').update({ due_at: testDatabase.database.raw('now()') })
  wake(testDatabase.database, 'tasks')
}

describe('mail sender', () => {
  test('sends a mail and removes it from the outbox', async () => {
    const { url, received } = await startServer()
    await enqueue('ann')
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: ['ann@fans.test'] })
    expect(received[0]?.text).toContain('From: Purple Sector <no-reply@tips.test>')
    expect(received[0]?.text).toContain('greeting to ann')
    await expect.poll(readPending).toEqual([])
  })

  test('retries while the mail server is unreachable and sends when it is reachable again', async () => {
    const { url: stoppedUrl } = await startServer()
    await stops.pop()?.()
    await enqueue('ann')
    startMailSender(stoppedUrl)
    await expect.poll(() => lines.join()).toContain('mail.send_failed')
    expect(await readPending()).toHaveLength(1)
    await stops.pop()?.()
    const { url, received } = await startServer()
    await makeAllDue()
    startMailSender(url)
    await expect.poll(() => received).toHaveLength(1)
  })

  test('sends a mail again whose sender died before sending', async () => {
    await enqueue('ann')
    expect(await mailOutbox(testDatabase.database).claimNext()).toMatchObject({
      kind: 'greeting',
      about: 'ann',
      attempts: 1,
    })
    expect(await mailOutbox(testDatabase.database).claimNext()).toBeUndefined()
    const { url, received } = await startServer()
    startMailSender(url)
    expect(received).toEqual([])
    await makeAllDue()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('abandons a mail whose recipient the server rejects permanently', async () => {
    const rejection = (address: string) => Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 })
    const { url, received } = await startServer({ onRcptTo: ({ address }, _session, done) => done(rejection(address)) })
    await enqueue('ann')
    startMailSender(url)
    await expect.poll(readPending).toEqual([])
    expect(received).toEqual([])
    expect(lines.join()).toContain('<(the recipient)> is unknown')
    expect(lines.join()).not.toContain('ann@fans.test')
  })

  test('retries after a transient rejection', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 451 })
    let rejections = 1
    const { url, received } = await startServer({
      onRcptTo: (_address, _session, done) => (rejections-- > 0 ? done(busy) : done()),
    })
    await enqueue('ann')
    startMailSender(url)
    await expect.poll(() => lines.join()).toContain('mail.send_failed')
    expect(await readPending()).toMatchObject([{ attempts: 1 }])
    await makeAllDue()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('abandons a mail that could not be sent for a day', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 451 })
    const { url } = await startServer({ onRcptTo: (_address, _session, done) => done(busy) })
    await enqueue('ann')
    await testDatabase
      .database('mails')
      .update({ created_at: testDatabase.database.raw("now() - interval '25 hours'") })
    startMailSender(url)
    await expect.poll(readPending).toEqual([])
    expect(lines.join()).toContain('mail.expired')
  })

  test('discards mails without a recipient and mails for which the writer returns none', async () => {
    const { url, received } = await startServer()
    await enqueue(null)
    await enqueue('ann')
    startMailSender(url, async () => undefined)
    await expect.poll(readPending).toEqual([])
    expect(received).toEqual([])
  })

  test('strips line breaks from headers', async () => {
    const { url, received } = await startServer()
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
    'rejects a mail on a full disk, leaves no file, and writes it once there is space',
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
