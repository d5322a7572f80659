import { createMailSender, createMailTransport, mailOutbox } from '@purple-sector/mail'
import { startMailServer } from '@purple-sector/testing/servers/mail-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { writeMail } from './write-mail.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

test('sends the mail of a new account by SMTP with a working link', async () => {
  const { url, received, close } = await startMailServer()
  onTestFinished(close)
  const { user, headers } = await identity.register()
  const { database, platform } = identity
  const transport = createMailTransport({ kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url })
  const write = writeMail({ database, publicUrl: 'https://tips.test' })
  await createMailSender({ database, transport, write, log: platform.log }).deliverDue()
  transport.close()
  expect(received).toMatchObject([{ to: [user.email] }])
  expect(received[0]?.text).toContain('Subject: Verify your email address')
  const token = /^https:\/\/tips\.test\/api\/auth\/verify\?token=([\w-]{43})\r?$/m.exec(received[0]?.text ?? '')?.[1]
  expect((await identity.app.inject({ url: `/api/auth/verify?token=${token}`, headers })).statusCode).toBe(303)
  expect(await database('mails')).toEqual([])
})

test('writes mails as text files if no mail server is configured', async () => {
  const { user } = await identity.register()
  const mail = (await identity.mails()).at(-1) ?? ''
  expect(mail).toContain(`To: ${user.email}`)
  expect(mail).toMatch(/^http:\/\/tips\.test\/api\/auth\/verify\?token=[\w-]{43}$/m)
})

test('sends nothing to a deleted account', async () => {
  const sent = (await identity.mails()).length
  await mailOutbox(identity.database).put('reset', 'no such user')
  expect(await identity.mails()).toHaveLength(sent)
  expect(await identity.database('mails')).toEqual([])
})
