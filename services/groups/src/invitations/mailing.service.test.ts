import type { Invitation } from '@purple-sector/contracts/groups/http'
import { startMailServer } from '@purple-sector/testing/servers/mail-server'
import { expect, onTestFinished, test } from 'vitest'
import { createGroupsTest, type Person } from '../../test/create-test-groups.ts'

/** The service with a mail server that is away until `serve`. */
const serviceWithServer = async () => {
  const gone = await startMailServer()
  await gone.close()
  const service = await createGroupsTest({
    mail: { kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url: gone.url },
  })
  onTestFinished(() => service.close())
  const { database } = service
  return {
    ...service,
    invite: (who: Person, groupId: number, inviteeEmail: string) =>
      who.call<Invitation>('POST', `/api/groups/${groupId}/invite`, { inviteeEmail }),
    pendingMails: () => database('mails').orderBy('id'),
    dueNow: () => database('mails').update({ due_at: database.raw('now()') }),
    async serve() {
      const server = await startMailServer({}, Number(new URL(gone.url).port))
      onTestFinished(() => server.close())
      return server.received
    },
  }
}

test('invitations wait while the mail server is away, and withdrawn ones are not sent when it is back', async () => {
  const service = await serviceWithServer()
  const ada = await service.person({ username: 'ada' })
  const group = await service.group(ada, { name: 'Pit Wall', weekendId: (await service.weekend()).id })
  const remaining = await service.invite(ada, group.id, 'Bea@fans.test')
  const withdrawn = await service.invite(ada, group.id, 'cem@fans.test')
  expect([remaining.status, withdrawn.status]).toEqual([201, 201])
  await expect
    .poll(async () => (await service.pendingMails()).map(({ attempts }) => attempts > 0), { timeout: 30_000 })
    .toEqual([true, true])
  await expect
    .poll(() => service.lines.filter(({ event }) => event === 'mail.send_failed').length, {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(2)
  expect(JSON.stringify(service.lines)).not.toContain('fans.test')
  await ada.call('DELETE', `/api/groups/${group.id}/invitations/${withdrawn.body.id}`)

  const received = await service.serve()
  await service.dueNow()
  await service.invite(ada, group.id, 'dan@fans.test')
  await expect.poll(service.pendingMails, { timeout: 30_000 }).toEqual([])
  // A mail in transmission when the server came back may arrive twice, as after a crash.
  expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['Bea@fans.test', 'dan@fans.test']))
  const mail = received.find(({ to }) => to[0] === 'Bea@fans.test')?.text.replaceAll('\r', '')
  expect(mail).toContain('From: Purple Sector <no-reply@tips.test>\n')
  expect(mail).toContain('Subject: ada invites you to Pit Wall\n')
  expect(mail).toContain(`\nhttps://tips.test/groups/join/${group.inviteCode}\n`)
})
