import { expect, test, vi } from 'vitest'
import { someFigures } from '../../../test/some-figures.ts'
import { cachedShareImages } from './share-images.ts'

const { leaderboard_position: figures } = someFigures
const image = Buffer.from('a picture')

test('renders an image once for concurrent requests, and caches it', async () => {
  const draw = vi.fn(async () => image)
  const shareImages = cachedShareImages(draw)
  expect(await Promise.all(Array.from({ length: 50 }, () => shareImages.of('a', figures)))).toEqual(
    Array(50).fill(image),
  )
  await shareImages.of('a', figures)
  expect(draw).toHaveBeenCalledOnce()
})

test('renders one image at a time, and refuses requests beyond the queue limit', async () => {
  let concurrency = 0
  const draw = vi.fn(async () => {
    expect(++concurrency).toBe(1)
    await Promise.resolve()
    concurrency -= 1
    return image
  })
  const shareImages = cachedShareImages(draw)
  const asked = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => shareImages.of(`${index}`, figures)))
  const refused = asked.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 2 } })
  await expect(shareImages.of('another', figures)).resolves.toBe(image)
})
