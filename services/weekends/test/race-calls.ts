import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { aSessionLock } from '@purple-sector/testing/builders'
import { expect } from 'vitest'
import type { TestWeekends } from './create-test-weekends.ts'

export const path = '/api/admin/races'

/** Creates the calls that race tests share, on the service that `getService` returns once it runs. */
export const raceCalls = (getService: () => TestWeekends) => {
  const read = async ({ id, weekendId }: Pick<Race, 'id' | 'weekendId'>): Promise<Race | undefined> =>
    (await getService().fan<Race[]>('GET', `/api/weekends/${weekendId}/races`)).body.find((race) => race.id === id)
  return {
    read,
    patch: (id: number, body: object) => getService().admin<Race>('PATCH', `${path}/${id}`, body),
    setStatus: (id: number, status: string) => getService().admin<Race>('PATCH', `${path}/${id}/status`, { status }),
    nextAdminAction: (action: string, id: number) =>
      getService().probe.next(
        weekendsAdminActed,
        (acted) => acted.action === action && acted.subject.id === String(id),
      ),
    /** Announces a race lock of tipping and waits until it is visible. */
    async publishLock(race: Race, locksAt: string | null): Promise<void> {
      await getService().publishEvent(
        sessionLockChanged,
        aSessionLock({ raceId: race.id, weekendId: race.weekendId, locksAt }),
      )
      await expect.poll(async () => (await read(race))?.deadline).toBe(locksAt)
    },
  }
}

export const minutesBefore = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) - minutes * 60_000).toISOString()
