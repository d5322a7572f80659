import type { Invitation } from '@purple-sector/contracts/groups/http'
import { startMailServer } from '@purple-sector/testing/servers/mail-server'
import { expect, onTestFinished, test } from 'vitest'
import { createGroupsTest, type Person } from '../../test/create-test-groups.ts'

/** Creates the service with a mail server that is stopped until `startServer`. */
const createServiceWithMailServer = async () => {
  const stoppedServer = await startMailServer()
  await stoppedServer.close()
  const service = await createGroupsTest({
    mail: { kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url: stoppedServer.url },
  })
  onTestFinished(() => service.close())
  const { database } = service
  return {
    ...service,
    invite: (inviter: Person, groupId: number, inviteeEmail: string) =>
      inviter.call<Invitation>('POST', `/api/groups/${groupId}/invite`, { inviteeEmail }),
    listPendingMails: () => database('mails').orderBy('id'),
    makeMailsDue: () => database('mails').update({ due_at: database.raw('now()') }),
    async startServer() {
      const server = await startMailServer({}, Number(new URL(stoppedServer.url).port))
      onTestFinished(() => server.close())
      return server.received
    },
  }
}

test('mails wait while the mail server is stopped, and those of withdrawn invitations are not sent afterwards', async () => {
  const service = await createServiceWithMailServer()
  const ada = await service.createPerson({ username: 'ada' })
  const group = await service.createGroup(ada, { name: 'Pit Wall', weekendId: (await service.createWeekend()).id })
  const pendingInvitation = await service.invite(ada, group.id, 'Bea@fans.test')
  const withdrawnInvitation = await service.invite(ada, group.id, 'cem@fans.test')
  expect([pendingInvitation.status, withdrawnInvitation.status]).toEqual([201, 201])
  await expect
    .poll(async () => (await service.listPendingMails()).map(({ attempts }) => attempts > 0), { timeout: 30_000 })
    .toEqual([true, true])
  await expect
    .poll(() => service.lines.filter(({ event }) => event === 'mail.send_failed').length, {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(2)
  expect(JSON.stringify(service.lines)).not.toContain('fans.test')
  await ada.call('DELETE', `/api/groups/${group.id}/invitations/${withdrawnInvitation.body.id}`)

  const received = await service.startServer()
  await service.makeMailsDue()
  await service.invite(ada, group.id, 'dan@fans.test')
  await expect.poll(service.listPendingMails, { timeout: 30_000 }).toEqual([])
  // A mail in transmission when the server starts may arrive twice, as after a crash.
  expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['Bea@fans.test', 'dan@fans.test']))
  const mail = received.find(({ to }) => to[0] === 'Bea@fans.test')?.text.replaceAll('\r', '')
  expect(mail).toContain('From: Purple Sector <no-reply@tips.test>\n')
  expect(mail).toContain('Subject: ada invites you to Pit Wall\n')
  expect(mail).toContain(`\nhttps://tips.test/groups/join/${group.inviteCode}\n`)
})
