import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { expect, test } from 'vitest'
import { realtimeScene } from '../../test/realtime-scene.ts'

const at = realtimeScene()

const followCommunity = async () => {
  const { ann, weekendId } = at.prepare()
  const socket = await at.connect(ann)
  socket.send({ type: 'subscribe', weekendId, community: true })
  await socket.next('subscribed')
  return socket
}

test('notifies clients that follow the community, and no others', async () => {
  const hers = await followCommunity()
  const { bob } = at.prepare()
  const his = await at.follow(bob)
  await at.gateway.publishEvent(userChanged, aUser())
  await at.gateway.publishEvent(userChanged, aUser({ communityChanged: true }))
  await hers.next('community_updated')
  his.send({ type: 'ping' })
  await his.next('pong')
  expect(his.of('community_updated')).toEqual([])
  expect(hers.of('community_updated')).toHaveLength(1)
})

test('sends at most one community notice in two seconds, including the last change', async () => {
  const hers = await followCommunity()
  await at.gateway.publishEvent(userChanged, aUser({ communityChanged: true }))
  await hers.next('community_updated')
  const began = performance.now()
  for (let nth = 0; nth < 20; nth++) await at.gateway.publishEvent(userChanged, aUser({ communityChanged: true }))
  await hers.next('community_updated', (frame) => frame !== hers.of('community_updated')[0])
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(hers.of('community_updated')).toHaveLength(2)
})

test('sends nothing after unsubscribing, and notifies of a deleted account', async () => {
  const hers = await followCommunity()
  await at.gateway.publishEvent(userChanged, aUser({ deleted: true }))
  await hers.next('community_updated')
  hers.send({ type: 'subscribe', weekendId: null })
  await hers.next('subscribed', ({ data }) => data.weekendId === null)
  const sent = hers.of('community_updated').length
  const another = await followCommunity()
  await at.gateway.publishEvent(userChanged, aUser({ communityChanged: true }))
  await another.next('community_updated')
  expect(hers.of('community_updated')).toHaveLength(sent)
})
