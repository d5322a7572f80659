import { exportOf } from '@purple-sector/contracts/every-service'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aUser, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

test('exports all data of a fan, and deletes it with the account and all rows with the weekend', async () => {
  const { weekend, race, car, person, tip, request, publishEvent, waitForRow, database } = product
  const round = await weekend()
  await race({ weekendId: round.id })
  const enteredCar = await car({ weekendId: round.id, driver: 'Broc Feeney' })
  const [ann, bob] = [await person({ username: 'ann' }), await person()]
  for (const fan of [ann, bob]) await tip(fan, enteredCar)

  const exportData = async (userId: string) => {
    const outcome = await request(exportOf('engagement'), { params: { userId } })
    return outcome.kind === 'reply' ? outcome.reply : outcome
  }
  expect(await exportData(ann.id)).toMatchObject({ names: [{ username: 'ann' }], tips: [{ driver: 'Broc Feeney' }] })

  await publishEvent(userChanged, aUser({ id: ann.id, username: null, deleted: true }))
  await expect.poll(async () => Object.values(await exportData(ann.id)).flat()).toEqual([])
  await waitForRow('tips', { weekend_id: round.id })

  await publishEvent(weekendChanged, aWeekend({ ...round, deleted: true }))
  for (const rows of ['races', 'cars', 'tips'])
    await expect.poll(() => database(rows).where({ weekend_id: round.id })).toEqual([])
  // The second pass a minute later removes rows of transactions in flight.
  await expect.poll(() => database('pending_removals').whereNull('second_pass_at')).toEqual([])
  await database('pending_removals').update({ second_pass_at: new Date() })
  await expect.poll(() => database('pending_removals')).toEqual([])
})
