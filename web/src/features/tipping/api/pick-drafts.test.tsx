import { userReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { clearFanStorage } from '../../../client/browser/fan-storage.ts'
import { userQuery } from '../../session/user-query.ts'
import {
  expirePick,
  type PickDraft,
  picksIn,
  removePick,
  storePick,
  useMissedPicks,
  usePickDrafts,
} from './pick-drafts.ts'

const STORED = 'purple-sector.fan.pick-drafts.1'
const draft: PickDraft = {
  ...{ weekendId: 1, groupId: null, categoryId: 1, carId: 12, car: '#12 Cam Waters', category: 'Supercars' },
  closesAt: '2026-11-28T03:00:00.000Z',
}

const watch = (userId: string) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply({ id: userId }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(usePickDrafts, { wrapper }).result
}
/** Simulates a change of the storage by another tab. */
const otherTab = (change: () => void) =>
  act(() => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: STORED }))
  })

afterEach(() => otherTab(() => localStorage.clear()))

test('keeps the newest pick of a card and those of other cards', () => {
  const drafts = watch('ann')
  act(() => storePick('ann', draft))
  act(() => storePick('ann', { ...draft, groupId: 3 }))
  act(() => storePick('ann', { ...draft, carId: 7 }))
  expect(drafts.current).toEqual([
    { ...draft, groupId: 3 },
    { ...draft, carId: 7 },
  ])
  expect(picksIn({ weekendId: 1, groupId: null }, drafts.current)).toEqual([{ ...draft, carId: 7 }])
  act(() => removePick('ann', draft))
  expect(drafts.current).toEqual([{ ...draft, groupId: 3 }])
})

test('restores picks after a reload', async () => {
  act(() => storePick('ann', draft))
  vi.resetModules()
  const reloaded = await import('./pick-drafts.ts')
  const { userQuery: query } = await import('../../session/user-query.ts')
  const client = createQueryClient()
  client.setQueryData(query.queryKey, userReply({ id: 'ann' }))
  const { result } = renderHook(reloaded.usePickDrafts, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  expect(result.current).toEqual([draft])
})

test('hides the picks of another fan and removes them on sign-out', () => {
  act(() => storePick('ann', draft))
  expect(watch('bob').current).toEqual([])
  expect(localStorage.getItem(STORED)).not.toBeNull()
  clearFanStorage()
  expect(localStorage.getItem(STORED)).toBeNull()
})

test('applies changes by other tabs', () => {
  const drafts = watch('ann')
  otherTab(() => localStorage.setItem(STORED, JSON.stringify({ userId: 'ann', drafts: [draft] })))
  expect(drafts.current).toEqual([draft])
  otherTab(() => localStorage.setItem(STORED, 'not JSON'))
  expect(drafts.current).toEqual([])
})

test('moves a pick whose tips have closed to the missed ones once', () => {
  const drafts = watch('ann')
  const missed = renderHook(useMissedPicks).result
  act(() => storePick('ann', draft))
  act(() => expect(expirePick('ann', draft)).toBe(true))
  expect(drafts.current).toEqual([])
  expect(missed.current).toEqual([draft])
  expect(expirePick('ann', draft)).toBe(false)
})
