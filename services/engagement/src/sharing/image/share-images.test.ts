import { expect, test, vi } from 'vitest'
import { someFigures } from '../../../test/some-figures.ts'
import { cachedShareImages } from './share-images.ts'

const { leaderboard_position: figures } = someFigures
const image = Buffer.from('an image')

test('renders an image once for concurrent requests, and caches it', async () => {
  const draw = vi.fn(async () => image)
  const shareImages = cachedShareImages(draw)
  expect(await Promise.all(Array.from({ length: 50 }, () => shareImages.get('a', figures)))).toEqual(
    Array(50).fill(image),
  )
  await shareImages.get('a', figures)
  expect(draw).toHaveBeenCalledOnce()
})

test('renders one image at a time, and rejects requests beyond the queue limit', async () => {
  let concurrency = 0
  const draw = vi.fn(async () => {
    expect(++concurrency).toBe(1)
    await Promise.resolve()
    concurrency -= 1
    return image
  })
  const shareImages = cachedShareImages(draw)
  const requests = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => shareImages.get(`${index}`, figures)),
  )
  const refused = requests.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 2 } })
  await expect(shareImages.get('another', figures)).resolves.toBe(image)
})
