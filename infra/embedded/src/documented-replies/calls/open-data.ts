import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Scene } from '../scene.ts'

const FILES = ['leaderboard.json', 'leaderboard.csv', 'results.json', 'results.csv', 'sessions.ics']

/** Calls the public data, which need no session while the weekend is announced. */
export const openDataCalls = async ({ admin, visitor, weekend }: Scene): Promise<void> => {
  const today = new Date().toISOString().slice(0, 10)
  const hidden = await admin<Weekend>('POST /api/admin/weekends', {
    body: { name: 'In the making', startDate: today, endDate: today },
  })
  await visitor('GET /api/open/weekends')
  for (const file of FILES) {
    const name = `GET /api/open/weekends/{id}/${file}`
    await visitor(name, { params: { id: weekend.id } })
    await visitor(name, { params: { id: hidden.id }, status: 404 })
  }
}
