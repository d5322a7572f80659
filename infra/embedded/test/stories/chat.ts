import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { Message, ModeratedMessage, Room } from '@purple-sector/contracts/chat/http'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATIENT } from '../patient.ts'
import { enterAsAdministrator, type Fan, joinAsFan } from '../people.ts'
import type { ProductProcess } from '../product-process.ts'

export const chat = (running: () => ProductProcess): void => {
  describe('the chat of the whole product', () => {
    let product: ProductProcess
    let control: Person
    let weekend: Weekend
    let group: Group
    let gwen: Fan
    let hugo: Fan

    const subscribe = async ({ screen }: Fan, groupIds: number[]) => {
      screen.forget()
      screen.subscribe(weekend.id, groupIds)
      expect((await screen.next('subscribed')).data.groupIds).toEqual(groupIds)
    }
    const inRace = () => `/api/weekends/${weekend.id}/chat`
    const inGroup = () => `/api/groups/${group.id}/chat`
    /** Waits until a message is on somebody's open screen, alone or with others. */
    const sees = async ({ screen }: Fan, id: number): Promise<void> => {
      const shown = () =>
        screen.frames.flatMap((frame) => {
          if (frame.type === 'chat_message') return [frame.data.id]
          return frame.type === 'chat_messages' ? frame.data.messages.map((message) => message.id) : []
        })
      await expect.poll(shown, PATIENT).toContain(id)
    }

    beforeAll(async () => {
      product = running()
      control = await enterAsAdministrator(product)
      const day = new Date().toISOString().slice(0, 10)
      weekend = await control.post<Weekend>('/api/admin/weekends', { name: 'Round 1', startDate: day, endDate: day })
      gwen = await joinAsFan(product, 'gwen')
      hugo = await joinAsFan(product, 'hugo')
      group = await gwen.post<Group>('/api/groups', {
        name: 'Pit Lane Kangaroos',
        weekendId: weekend.id,
        isPrivate: false,
      })
      await hugo.post(`/api/groups/join/${group.inviteCode}`)
      for (const person of [gwen, hugo]) await subscribe(person, [group.id])
    }, 180_000)

    test('shows a message on every open screen of its room, as who wrote it is called now', async () => {
      for (const path of [inRace(), inGroup()]) {
        const message = await gwen.post<Message>(path, { message: 'Lights out!' })
        expect(message).toMatchObject({ userName: 'gwen', message: 'Lights out!' })
        for (const person of [gwen, hugo]) {
          await sees(person, message.id)
          expect((await person.get<Message[]>(path)).map(({ id }) => id)).toContain(message.id)
        }
      }
      await gwen.send('PATCH', '/api/profile', { chatStatus: 'Row 12', trackStatus: 'at_track' })
      const said = await hugo.screen.next('chat_people', ({ data }) => data.weekendId === weekend.id)
      expect(said.data.people).toMatchObject([
        { userId: gwen.userId, user: { chatStatus: 'Row 12', trackStatus: 'at_track' } },
      ])
      // Screens and chat hear of it from identity, neither from the other.
      const firstAuthor = async () => (await hugo.get<Message[]>(inRace()))[0]?.user
      await expect.poll(firstAuthor).toMatchObject({ chatStatus: 'Row 12', trackStatus: 'at_track' })
    })

    test('takes a deleted message from every screen, and keeps its text and the reason in the audit', async () => {
      const reason = 'Insults other fans.'
      const { id } = await hugo.post<Message>(inRace(), { message: 'absolute donkeys' })
      for (const person of [gwen, hugo]) await sees(person, id)
      expect((await gwen.call('DELETE', `/api/admin/chat/weekend/${id}`, { reason })).status).toBe(403)
      expect((await control.call('DELETE', `/api/admin/chat/weekend/${id}`, {})).status).toBe(400)
      expect((await control.call('DELETE', `/api/admin/chat/weekend/${id}`, { reason })).status).toBe(204)
      for (const { screen } of [gwen, hugo])
        await screen.next('chat_message_deleted', ({ data }) => data.id === id && data.weekendId === weekend.id)
      expect((await gwen.get<Message[]>(inRace())).map((message) => message.id)).not.toContain(id)
      const [kept] = await control.get<ModeratedMessage[]>('/api/admin/chat/messages?q=donkeys')
      expect(kept).toMatchObject({ id, deleted: { reason } })
      const audited = async () =>
        (await control.get<AuditAction[]>('/api/admin/audit')).find(
          ({ action, subject }) => action === 'message.deleted' && subject.id === String(id),
        )
      await expect.poll(audited, PATIENT).toMatchObject({
        actor: { id: control.userId },
        action: 'message.deleted',
        before: { message: 'absolute donkeys', userId: hugo.userId },
        after: { reason },
      })
    })

    test('lets the group’s admin delete in the group, who tells why', async () => {
      const { id } = await hugo.post<Message>(inGroup(), { message: 'FREE TIPS' })
      expect((await gwen.call('DELETE', `${inGroup()}/${id}`, { reason: 'Spam.' })).status).toBe(204)
      for (const { screen } of [gwen, hugo])
        await screen.next('chat_message_deleted', ({ data }) => data.id === id && data.groupId === group.id)
      expect(await gwen.get(`${inGroup()}/deletions`)).toMatchObject([
        { messageId: id, userName: 'hugo', message: 'FREE TIPS', by: 'gwen', reason: 'Spam.' },
      ])
    })

    test('tells who is muted until when and why, and lets them read, and write again when it is lifted', async () => {
      const mute = `/api/admin/chat/mutes/${hugo.userId}`
      const until = new Date(Date.now() + 3_600_000).toISOString()
      hugo.screen.forget()
      await control.send('PUT', mute, { until, reason: 'Spoilers' })
      const told = await hugo.screen.next('chat_muted')
      expect(told.data).toEqual({ muted: { until, reason: 'Spoilers' } })
      for (const path of [inRace(), inGroup()]) {
        const refused = await hugo.call('POST', path, { message: 'The winner is' })
        expect(refused).toMatchObject({ status: 403, body: { code: 'MUTED', until } })
        await hugo.get<Message[]>(path)
      }
      expect(await hugo.get<Room>(`${inRace()}/room`)).toMatchObject({ muted: { until, reason: 'Spoilers' } })
      expect(gwen.screen.frames.filter(({ type }) => type === 'chat_muted')).toEqual([])
      await control.send('DELETE', mute)
      await hugo.screen.next('chat_muted', ({ data }) => data.muted === null)
      await hugo.post<Message>(inRace(), { message: 'Back again' })
    })

    test('slows a room down, and says so on open screens', async () => {
      const room = `/api/admin/chat/rooms/weekend/${weekend.id}`
      await control.send('PUT', room, { slowModeSeconds: 300 })
      for (const { screen } of [gwen, hugo])
        await screen.next('chat_room', ({ data }) => data.weekendId === weekend.id && data.slowModeSeconds === 300)
      await gwen.call('POST', inRace(), { message: 'One' })
      expect(await gwen.call('POST', inRace(), { message: 'Two' })).toMatchObject({
        ...{ status: 429, body: { code: 'SLOW_MODE' } },
      })
      await gwen.post<Message>(inGroup(), { message: 'Elsewhere' })
      await control.send('PUT', room, { slowModeSeconds: 0 })
      await gwen.post<Message>(inRace(), { message: 'Two' })
    })

    test('is closed to who was rejected: they read nothing and hear nothing', async () => {
      const iris = await joinAsFan(product, 'iris')
      await iris.post(`/api/groups/join/${group.inviteCode}`)
      await subscribe(iris, [group.id])
      const before = await iris.post<Message>(inGroup(), { message: 'Hello' })
      await sees(iris, before.id)
      await gwen.post(`/api/groups/${group.id}/reject/${iris.userId}`)
      await iris.screen.next('group_updated', ({ data }) => data.groupId === group.id)
      for (const path of [inGroup(), `${inGroup()}/room`])
        await expect.poll(async () => [path, (await iris.call('GET', path)).status], PATIENT).toEqual([path, 404])
      expect((await iris.call('POST', inGroup(), { message: 'Hello?' })).status).toBe(404)
      iris.screen.forget()
      const { id } = await gwen.post<Message>(inGroup(), { message: 'Among us' })
      await sees(hugo, id)
      await iris.screen.settled()
      const ofGroup = iris.screen.frames.filter(({ data }) => 'groupId' in data && data.groupId === group.id)
      expect(ofGroup).toEqual([])
    })
  })
}
