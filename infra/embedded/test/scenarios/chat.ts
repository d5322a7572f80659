import type { Message } from '@purple-sector/contracts/chat/http'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { beforeAll, describe, expect, test } from 'vitest'
import { LONG_TIMEOUT } from '../long-timeout.ts'
import type { ProductProcess } from '../product-process.ts'
import { type Fan, joinAsFan, signInAsAdministrator } from '../sign-in.ts'

export const chat = (getProduct: () => ProductProcess): void => {
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
    const chatPath = () => `/api/groups/${group.id}/chat`
    /** Waits until a message is on a fan's open screen, in a frame of its own or in a batch. */
    const waitForMessage = async ({ screen }: Fan, id: number): Promise<void> => {
      const messageIds = () =>
        screen.frames.flatMap((frame) => {
          if (frame.type === 'chat_message') return [frame.data.id]
          return frame.type === 'chat_messages' ? frame.data.messages.map((message) => message.id) : []
        })
      await expect.poll(messageIds, LONG_TIMEOUT).toContain(id)
    }

    beforeAll(async () => {
      product = getProduct()
      const raceControl = await signInAsAdministrator(product)
      const day = new Date().toISOString().slice(0, 10)
      weekend = await raceControl.post<Weekend>('/api/admin/weekends', {
        name: 'Round 1',
        startDate: day,
        endDate: day,
      })
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
      const before = await iris.post<Message>(chatPath(), { message: 'Hello' })
      await waitForMessage(iris, before.id)
      await gwen.post(`/api/groups/${group.id}/reject/${iris.userId}`)
      await iris.screen.next('group_updated', ({ data }) => data.groupId === group.id)
      for (const path of [chatPath(), `${chatPath()}/room`])
        await expect.poll(async () => [path, (await iris.call('GET', path)).status], LONG_TIMEOUT).toEqual([path, 404])
      expect((await iris.call('POST', chatPath(), { message: 'Hello?' })).status).toBe(404)
      iris.screen.forget()
      const { id } = await gwen.post<Message>(chatPath(), { message: 'Among us' })
      await waitForMessage(hugo, id)
      await iris.screen.settled()
      const ofGroup = iris.screen.frames.filter(({ data }) => 'groupId' in data && data.groupId === group.id)
      expect(ofGroup).toEqual([])
    })
  })
}
