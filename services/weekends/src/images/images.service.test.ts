import { createHash } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { sendWithoutEnd } from '@purple-sector/testing/servers/send-without-end'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { aJpeg, aPng, aPngOf, pngChunk, pngHead } from '../../test/sample-images.ts'
import { MAX_PICTURE_BYTES } from './image.ts'

let service: TestWeekends
let identity: Record<string, string>
let url: string
beforeAll(async () => {
  service = await startWeekends()
  url = await service.service.app.listen({ port: 0, host: '127.0.0.1' })
  identity = await service.identityOf(service.chief)
})
afterAll(() => service?.close())

/**
 * On an idle machine every reply takes less than two seconds (row I2 of docs/performance.md); a busy one may take ten
 * times as long.
 */
const SOON_MS = 20_000

const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`

const upload = async (fields: Record<string, string | Buffer>, headers = identity) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(
      name,
      typeof value === 'string' ? value : new Blob([new Uint8Array(value)]),
      ...(typeof value === 'string' ? [] : ['evil.svg']),
    )
  const request = new Request('http://weekends/', { method: 'POST', body: form })
  const reply = await service.service.app.inject({
    method: 'POST',
    url: '/api/admin/upload-race-image',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const fetchImage = (url: string | null) => service.service.app.inject({ url: url ?? '', headers: identity })

describe('the image of a race', () => {
  test('is re-encoded, served with its type, and never sniffed', async () => {
    const race = await service.race((await service.weekend()).id)
    const { status, body } = await upload({ raceId: String(race.id), image: await aPng(64, 32) })
    expect(status).toBe(200)
    expect(body).toEqual({ ...race, categoryImage: expect.stringMatching(/^\/api\/weekends\/images\/[0-9a-f]{64}$/) })
    const reply = await fetchImage(body.categoryImage)
    expect(await new Transformer(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 })
    const card = await fetchImage(`${body.categoryImage}?size=card`)
    expect(await new Transformer(card.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 })
    for (const { headers } of [reply, card])
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
    expect(body.categoryImage).toContain(createHash('sha256').update(reply.rawPayload).digest('hex'))
    const acted = await service.probe.next(weekendsAdminActed, ({ action }) => action === 'race.image-uploaded')
    expect(acted.data).toMatchObject({ before: { categoryImage: null }, after: { categoryImage: body.categoryImage } })
  })
  test('gets its card on the first request, also at its old URL, when it was stored without one', async () => {
    const race = await service.race((await service.weekend()).id)
    const { body } = await upload({ raceId: String(race.id), image: await aPng(900, 300) })
    const { id } = await service.database('races').where({ id: race.id }).first({ id: 'image_id' })
    const card = (await fetchImage(`${body.categoryImage}?size=card`)).rawPayload
    await service.database('images').where({ id }).update({ card: null })
    const requests = Array.from({ length: 30 }, () => fetchImage(`/api/weekends/images/${id}?size=card`))
    const all = await Promise.all(requests)
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
    const created = all[0]
    if (!created) throw new Error('nothing was answered')
    expect(await new Transformer(created.rawPayload).metadata()).toMatchObject({ width: 320, height: 107 })
    expect(created.rawPayload).toEqual(card)
    const stored = await service.database('images').where({ id }).first('card')
    expect(stored.card).toEqual(card)
    expect((await fetchImage(`${body.categoryImage}?size=huge`)).statusCode).toBe(400)
    expect((await fetchImage('/api/weekends/images/none')).statusCode).toBe(400)
  })
  test.each([
    [
      'one colour of 30,000 × 30,000',
      async () => pngHead(30_000, 30_000),
      /^Image must be at most 8000 pixels on a side/,
    ],
    [
      '16 bits a channel and 25 million pixels',
      async () => aPngOf(5_000, 5_000, { depth: 16 }),
      /half as many with 16 bits/,
    ],
    ['a text in an image’s clothes', async () => Buffer.from('<svg/>'), /^Image must be a PNG or JPG picture/],
    ['a file cut off', async () => (await aJpeg(600, 400)).subarray(0, 2_000), /^Image is damaged/],
    [
      'more pieces than a picture has',
      async () => aPngOf(9, 9, { more: Array.from({ length: 200_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))) }),
      /^Image is damaged/,
    ],
  ])('is rejected quickly with a reason for %s', async (_, make, words) => {
    const race = await service.race((await service.weekend()).id)
    const image = await make()
    const before = performance.now()
    const { status, body } = await upload({ raceId: String(race.id), image })
    expect(performance.now() - before).toBeLessThan(SOON_MS)
    expect({ status, issues: body.issues }).toMatchObject({ status: 400, issues: [{ path: 'image' }] })
    expect(body.message).toMatch(words)
  })
  test('is shared with the copy of the weekend, and deleted with the last reference', async () => {
    const weekend = await service.weekend()
    const race = await service.race(weekend.id)
    const { body } = await upload({ image: await aJpeg(10, 20), raceId: String(race.id) })
    const copy = (await service.admin<{ id: number }>('POST', `/api/admin/weekends/${weekend.id}/duplicate`, {})).body
    const [copied] = (await service.fan<Race[]>('GET', `/api/weekends/${copy.id}/races`)).body
    expect(copied?.categoryImage).toBe(body.categoryImage)
    await service.admin('DELETE', `/api/admin/weekends/${weekend.id}`)
    expect((await fetchImage(body.categoryImage)).headers['content-type']).toBe('image/webp')
    await upload({ image: await aPng(11, 11), raceId: String(copied?.id) })
    expect((await fetchImage(body.categoryImage)).statusCode).toBe(404)
  })
  test('must be a PNG or JPG, of an existing race', async () => {
    const race = await service.race((await service.weekend()).id)
    const raceId = String(race.id)
    expect(await upload({ raceId, image: Buffer.from('<svg/>') })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'image' }] },
    })
    expect(await upload({ raceId })).toMatchObject({ status: 400, body: { issues: [{ path: 'image' }] } })
    for (const image of [pngHead(10, 10), pngHead(8_000, 8_000), (await aPng(640, 480)).subarray(0, 500)])
      expect(await upload({ raceId, image })).toMatchObject({ status: 400, body: { issues: [{ path: 'image' }] } })
    expect(await upload({ image: pngHead(1, 1) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'raceId' }] },
    })
    expect(await upload({ raceId: 'x', image: pngHead(1, 1) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'raceId' }] },
    })
    expect(await upload({ raceId: '2000000000', image: await aPng(1, 1) })).toMatchObject({ status: 404 })
    expect(await upload({ raceId: '9999999999', image: await aPng(1, 1) })).toMatchObject({ status: 404 })
    const huge = Buffer.concat([await aPng(1, 1), Buffer.alloc(MAX_PICTURE_BYTES)])
    expect(await upload({ raceId, image: huge })).toMatchObject({
      status: 413,
      body: { message: 'The file is larger than 5 MB.' },
    })
    expect(await service.admin('POST', '/api/admin/upload-race-image', { raceId })).toMatchObject({ status: 415 })
  })
  test.each([
    ['without a boundary', 'multipart/form-data', 'anything'],
    ['cut off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="raceId"\r\n\r\n1'],
    ['empty', 'multipart/form-data; boundary=x', ''],
    [
      'polluting',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--',
    ],
  ])('rejects a form %s with 400', async (_, type, payload) => {
    const headers = { ...identity, 'content-type': type }
    const reply = await service.service.app.inject({
      method: 'POST',
      url: '/api/admin/upload-race-image',
      headers,
      payload,
    })
    expect(reply.json()).toMatchObject({ code: 'BAD_REQUEST' })
    expect(reply.statusCode).toBe(400)
  })
  test.each([
    ['before its first part', ''],
    ['in its picture', part('image"; filename="a.png')],
    ['in a field', part('raceId')],
    ['in the name of a field', '--x\r\nContent-Disposition: form-data; name="'],
    ['in the headers of a part', '--x\r\nContent-Disposition: form-data; name="raceId"\r\nX-More: '],
    ['in a second picture', `${part('image"; filename="a.png')}x\r\n${part('image"; filename="b.png')}`],
    ['behind its end', `${part('raceId')}1\r\n--x--\r\n`],
  ])('rejects an endless form %s before it fills memory', async (_, head) => {
    const headers = { ...identity, 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body } = await sendWithoutEnd(`${url}/api/admin/upload-race-image`, { headers, head })
    expect([413, 400]).toContain(status)
    expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  })
  test('rejects a form of many parts quickly with a reason', async () => {
    const form = new FormData()
    for (let field = 0; field < 1_000; field++) form.append('raceId', '1')
    const before = performance.now()
    const reply = await fetch(`${url}/api/admin/upload-race-image`, { method: 'POST', headers: identity, body: form })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ code: 'TOO_LARGE', message: 'The form has too many parts.' })
    expect(performance.now() - before).toBeLessThan(SOON_MS)
  })
  test('is set only by administrators and not visible without a session', async () => {
    expect(await upload({ raceId: '1', image: pngHead(1, 1) }, {})).toMatchObject({ status: 401 })
    expect(await service.visitor('GET', '/api/weekends/images/1')).toMatchObject({ status: 401 })
    expect(await service.fan('GET', '/api/weekends/images/2000000000')).toMatchObject({ status: 404 })
  })
})
