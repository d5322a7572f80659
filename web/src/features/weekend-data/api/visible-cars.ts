import type { Car } from '@purple-sector/contracts/weekends/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { remainingDelayMs } from '../../../client/spoiler/delay.ts'
import { waitForSpoilerDelay } from '../../../client/spoiler/delayed-replies.ts'

/**
 * Returns the cars of a reply as tippers may see them. During the spoiler delay of a car's latest change it stays as
 * visible, or in the race if unknown; refetches afterwards.
 */
export const visibleCars = async (client: QueryClient, queryKey: QueryKey, reply: Response): Promise<Car[]> => {
  const cars: Car[] = await reply.json()
  const changedAt = Date.parse(reply.headers.get('last-changed') ?? '')
  if (remainingDelayMs(changedAt) === 0) return cars
  void waitForSpoilerDelay(changedAt).then(() => client.invalidateQueries({ queryKey, exact: true }))
  const visible = new Map(client.getQueryData<Car[]>(queryKey)?.map(({ id, status }) => [id, status]))
  return cars.map((car) => ({ ...car, status: visible.get(car.id) ?? 'active' }))
}
