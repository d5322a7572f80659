import type { Message } from '@purple-sector/contracts/chat/http'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { beforeAll, describe, expect, test } from 'vitest'
import { LONG_TIMEOUT } from '../long-timeout.ts'
import { enterAsAdministrator, type Fan, joinAsFan } from '../people.ts'
import type { ProductProcess } from '../product-process.ts'

export const chat = (running: () => ProductProcess): void => {
  describe('the chat of the whole product', () => {
    let product: ProductProcess
    let weekend: Weekend
    let group: Group
    let gwen: Fan
    let hugo: Fan

    const subscribe = async ({ screen }: Fan, groupIds: number[]) => {
      screen.forget()
      screen.subscribe(weekend.id, groupIds)
      expect((await screen.next('subscribed')).data.groupIds).toEqual(groupIds)
    }
    const inGroup = () => `/api/groups/${group.id}/chat`
    /** Waits until a message is on a fan's open screen, in a frame of its own or in a batch. */
    const sees = async ({ screen }: Fan, id: number): Promise<void> => {
      const shown = () =>
        screen.frames.flatMap((frame) => {
          if (frame.type === 'chat_message') return [frame.data.id]
          return frame.type === 'chat_messages' ? frame.data.messages.map((message) => message.id) : []
        })
      await expect.poll(shown, LONG_TIMEOUT).toContain(id)
    }

    beforeAll(async () => {
      product = running()
      const control = await enterAsAdministrator(product)
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

    test('rejected members can neither read nor receive messages', async () => {
      const iris = await joinAsFan(product, 'iris')
      await iris.post(`/api/groups/join/${group.inviteCode}`)
      await subscribe(iris, [group.id])
      const before = await iris.post<Message>(inGroup(), { message: 'Hello' })
      await sees(iris, before.id)
      await gwen.post(`/api/groups/${group.id}/reject/${iris.userId}`)
      await iris.screen.next('group_updated', ({ data }) => data.groupId === group.id)
      for (const path of [inGroup(), `${inGroup()}/room`])
        await expect.poll(async () => [path, (await iris.call('GET', path)).status], LONG_TIMEOUT).toEqual([path, 404])
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
