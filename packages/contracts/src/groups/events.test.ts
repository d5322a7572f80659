import { expect, test } from 'vitest'
import { groupChanged } from './events.ts'

const published = {
  id: 7,
  weekendId: 3,
  name: 'Pit Wall',
  description: '',
  isPrivate: true,
  creatorId: 'ada',
  createdAt: '2026-01-10T00:00:00.000Z',
  selectedRaceIds: [11],
  autoApproveInvites: true,
  hidePointsUntilApproved: false,
  preventPointsUntilApproved: false,
  lockTipsAfterFirstEvent: false,
  useCustomPointSystem: false,
  customPointSystem: {},
  rulesChanged: false,
  deleted: false,
}

test('a group published before season groups existed has one weekend', () => {
  expect(groupChanged.data.parse(published)).toEqual({
    ...published,
    allSeason: false,
    seasonId: null,
    seasonRules: null,
    weekends: [{ weekendId: 3, selectedRaceIds: [11] }],
  })
})

test('a season group keeps its weekends, and has none while it waits', () => {
  const season = {
    allSeason: true,
    seasonId: 2,
    seasonRules: { countBest: null, missedWeekend: 'zero' as const, lateJoiners: 'none' as const },
  }
  const weekends = [4, 3].map((weekendId) => ({ weekendId, selectedRaceIds: [] }))
  expect(groupChanged.data.parse({ ...published, ...season, weekends }).weekends).toEqual(weekends)
  expect(groupChanged.data.parse({ ...published, ...season, weekendId: null, weekends: [] }).weekends).toEqual([])
  expect(() => groupChanged.data.parse({ ...published, weekends: [{ weekendId: 'three' }] })).toThrow()
})
