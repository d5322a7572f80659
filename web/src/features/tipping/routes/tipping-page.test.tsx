import { raceReply, tipReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../../test/render-page.tsx'
import { TippingPage } from './tipping-page.tsx'

let races: object[]
let tips: object[]

beforeEach(() => {
  races = [raceReply({ deadline: '2099-11-20T03:58:00.000Z', locked: false })]
  tips = []
  vi.stubGlobal('fetch', async (path: string) => {
    const replies: Record<string, unknown> = {
      '/api/weekends/1/purple-sector-races': races,
      '/api/weekends/1/races': races,
      '/api/tips/1': tips,
    }
    return Response.json(replies[path] ?? [])
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (isActive: boolean) => openPage(<TippingPage />, '/tipping', userReply(), [weekendReply({ isActive })])

test('shows the cards of an announced weekend', async () => {
  open(true)
  expect(await screen.findByRole('article', { name: raceReply().category })).toBeTruthy()
  expect(screen.queryByText(/announced/)).toBeNull()
})

test.each([
  ['open sessions', [raceReply({ deadline: '2099-11-20T03:58:00.000Z', locked: false })]],
  ['no sessions', []],
])('says of a weekend with %s that it is not announced yet', async (_, sessions) => {
  races = sessions
  open(false)
  expect(await screen.findByText('Not announced yet')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('keeps the cards of a weekend that is not announced any more, if there is a tip in it', async () => {
  tips = [tipReply({ weekendId: 1 })]
  open(false)
  expect(await screen.findByText('Not announced')).toBeTruthy()
})

test('keeps the locked cards of a weekend that is not announced', async () => {
  races = [raceReply({ locked: true })]
  open(false)
  expect(await screen.findByText('Tips Locked')).toBeTruthy()
})
