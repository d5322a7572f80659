import type { Tip } from '@purple-sector/contracts/tipping/http'
import { carReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { OPEN_COMPETITION } from '../api/tip-card-state.ts'
import { TipCard } from './tip-card.tsx'

const race = raceReply()
const cars = [carReply({ id: 7 }), carReply({ id: 12, number: 12 })]
const tip = {
  id: 5,
  category: race.category,
  carId: 7,
  groupId: null,
  points: 0,
  car: cars[0],
  sessions: [],
} as unknown

/** Heat map reply; undefined for an error. */
let heat: object[] | undefined
/** Errors returned for the first tips, in order, before one is saved. */
let rejections: { code: string; message: string; retryAfter: string }[] = []
/** In how many groups a saved tip is, too. */
let copiedTo = 0
let sentTips: { method: string; path: string; body: unknown }[] = []

beforeEach(() => {
  sentTips = []
  copiedTo = 0
  rejections = []
  heat = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (path.endsWith('/heat-map') && heat === undefined) return new Response(null, { status: 503 })
    if (path.endsWith('/heat-map')) return Response.json(heat)
    if (method === 'GET') return Response.json(path.startsWith('/api/cars') ? cars : [])
    sentTips.push({ method, path, body: JSON.parse(body ?? '') })
    const rejection = rejections.shift()
    if (!rejection) return Response.json({ ...(tip as Tip), copiedTo })
    return Response.json(rejection, { status: 503, headers: { 'retry-after': rejection.retryAfter } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  onPick.mockClear()
  toasts.clear()
})

const onPick = vi.fn()
const renderCard = (
  saved: Tip | undefined,
  competition = OPEN_COMPETITION,
  counting = race,
  pick: number | undefined = 12,
  weekend = weekendReply(),
) =>
  render(
    <InApp>
      <TipCard
        card={{ categoryId: race.categoryId, category: race.category, counting: [counting], tip: saved, competition }}
        weekend={weekend}
        pick={pick}
        onPick={onPick}
      />
    </InApp>,
  )

const submitTip = async (saved: Tip | undefined, button: string, competition = OPEN_COMPETITION) => {
  renderCard(saved, competition)
  await screen.findByText('Not saved')
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(sentTips).toHaveLength(1))
  return sentTips[0]
}

test.each([
  ['no tip', undefined, 'Tips open once it is.', 'Submit Tip'],
  ['a tip made before', tip as Tip, 'Your tip stays.', 'Update Tip'],
])('takes no tip in a weekend that is not announced, with %s', async (_, saved, text, button) => {
  renderCard(saved, OPEN_COMPETITION, race, 12, weekendReply({ isActive: false }))
  expect(await screen.findByText('Not announced')).toBeTruthy()
  expect(screen.getByText(/^Not announced yet\./).textContent).toBe(`Not announced yet.${text}`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Car for/ }).disabled).toBe(true)
})

test('submits a first tip', async () => {
  const body = { weekendId: 1, category: race.categoryId, carId: 12, tipSource: 'sector' }
  expect(await submitTip(undefined, 'Submit Tip')).toMatchObject({ method: 'POST', path: '/api/tips', body })
})

test('names the group of a group tip', async () => {
  const body = { weekendId: 1, category: race.categoryId, carId: 12, groupId: 3, tipSource: 'group' }
  const group = { ...OPEN_COMPETITION, groupId: 3 }
  expect(await submitTip(undefined, 'Submit Tip', group)).toEqual({ method: 'POST', path: '/api/tips', body })
})

test('changes a saved tip', async () => {
  expect(await submitTip(tip as Tip, 'Update Tip')).toEqual({
    method: 'PATCH',
    path: '/api/tips/5',
    body: { carId: 12 },
  })
})

test('offers to keep an automatic tip, and says beside a draft which car is saved', async () => {
  const automatic = { ...(tip as Tip), isAutomatic: true }
  const { unmount } = renderCard(automatic, OPEN_COMPETITION, race, 7)
  expect(await screen.findByText('Automatic')).toBeTruthy()
  expect(screen.getByText(/Tipped for you, as/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep Tip' }))
  await waitFor(() => expect(sentTips).toEqual([{ method: 'PATCH', path: '/api/tips/5', body: { carId: 7 } }]))
  unmount()
  renderCard(automatic)
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(screen.getByText(/Tipped for you:/).textContent).toContain('#7')
})

test.each([
  [0, `Your tip for ${race.category} has been saved.`],
  [1, `${race.category}: Saved, and in 1 group.`],
  [3, `${race.category}: Saved, and in 3 groups.`],
])('says in how many groups a tip was saved too: %i', async (groups, text) => {
  copiedTo = groups
  await submitTip(undefined, 'Submit Tip')
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Tip submitted successfully!', text }))
})

const overloaded = (retryAfter: string) => ({
  ...{ code: 'OVERLOADED', message: 'Lots of tips are coming in right now. Yours wasn’t saved.', retryAfter },
})

test('retries a tip while the server is overloaded for a moment', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  rejections = [overloaded('1')]
  await submitTip(undefined, 'Submit Tip')
  await waitFor(() => expect(sentTips).toHaveLength(2))
  expect(sentTips[1]).toEqual(sentTips[0])
  await waitFor(() =>
    expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ categoryId: race.categoryId }), undefined),
  )
  expect(toasts.current()).toMatchObject({ title: 'Tip submitted successfully!' })
})

test('shows that a tip is not saved while the server is overloaded for longer, and keeps its car and button', async () => {
  rejections = [overloaded('10')]
  await submitTip(undefined, 'Submit Tip')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      ...{ title: 'Error submitting tip', text: expect.stringContaining('Yours wasn’t saved.'), tone: 'red' },
    }),
  )
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(onPick).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Submit Tip' }))
  await waitFor(() => expect(sentTips).toHaveLength(2))
  expect(sentTips[1]).toEqual(sentTips[0])
})

test('shows the heat map zone of the driver, on the card and in the list', async () => {
  heat = [
    { carId: 12, driverName: cars[1]?.driver, heatMapZone: 'hot' },
    { carId: 7, driverName: 'Who drove it before', heatMapZone: 'cold' },
  ]
  renderCard(undefined)
  const picker = await screen.findByRole('button', { name: /^Car for .*Hot$/ })
  fireEvent.click(picker)
  const zones = (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)
  expect(zones).toEqual([expect.not.stringMatching('Cold'), expect.stringMatching(/Hot$/)])
})

test('shows no zones when the heat map fails to load', async () => {
  heat = undefined
  renderCard(undefined)
  await screen.findByText('Not saved')
  expect(screen.getByRole('button', { name: /^Car for/ }).textContent).not.toMatch(/Hot|Warm|Neutral|Cool|Cold/)
})

test("shows the category's image in the size that the screen needs", async () => {
  const categoryImage = '/api/weekends/images/0a1b'
  renderCard(undefined, OPEN_COMPETITION, { ...race, categoryImage })
  await screen.findByText('Not saved')
  const image = document.querySelector('img')
  expect(image?.getAttribute('src')).toBe(`${categoryImage}?size=card`)
  expect(image?.getAttribute('srcset')).toBe(`${categoryImage}?size=card 320w, ${categoryImage} 1600w`)
  expect(image?.getAttribute('sizes')).toBe('96px')
})
