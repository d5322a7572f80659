import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import type { Caller } from './caller.ts'

/** Puts all weekends into a season whose last round counts double, and adds the season before. */
export const addSeasons = async (admin: Caller): Promise<void> => {
  const weekends = await admin<Weekend[]>('GET', '/api/admin/weekends')
  await admin('POST', '/api/admin/seasons', { name: '2025 Championship', year: 2025, status: 'completed' })
  const rules = { countBest: 5, missedWeekend: 'lowest', jokers: 1 }
  const body = { name: '2026 Championship', year: 2026, status: 'active', ...rules }
  const { id } = await admin<Season>('POST', '/api/admin/seasons', body)
  const rounds = weekends.map((weekend, index) => ({
    weekendId: weekend.id,
    multiplier: index === weekends.length - 1 ? 2 : 1,
  }))
  await admin('PUT', `/api/admin/seasons/${id}/weekends?reason=The%20calendar`, rounds)
}
