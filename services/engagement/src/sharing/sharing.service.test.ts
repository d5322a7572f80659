import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import { exportOf } from '@purple-sector/contracts/every-service'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { type FanFigures, findFanFigures } from '@purple-sector/contracts/tipping/internal'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aGroup, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { MAX_TEMPLATES } from './template-repository.ts'

const PUBLIC_URL = 'https://tips.example'

let product: TestEngagement
let figures: FanFigures
beforeAll(async () => {
  product = await startEngagement({ publicUrl: PUBLIC_URL })
  product.calls.stubCall(findFanFigures, () => ({ kind: 'reply', reply: figures }))
})
afterAll(() => product?.close())

const NOTHING_TO_SHARE: FanFigures = {
  participants: 0,
  standing: null,
  latestRace: null,
  groups: [],
  changedAt: null,
  season: null,
}
const standing = (overrides: Partial<NonNullable<FanFigures['standing']>> = {}): FanFigures['standing'] => ({
  position: 12,
  isShared: false,
  totalPoints: 118,
  positionChange: 6,
  picks: { first: 3, second: 2, third: 2 },
  tipsSubmitted: 6,
  successRate: 72.7,
  recentForm: [6, 0, 25],
  ...overrides,
})

const createScenario = async () => {
  figures = { ...NOTHING_TO_SHARE, participants: 1284, standing: standing() }
  const weekend = await product.weekend({ name: 'Southern Cross 500' })
  return { weekendId: weekend.id, weekend, ann: await product.person({ username: 'kerbsider' }) }
}
const generate = (
  { call }: Person,
  weekendId: number,
  templateType: TemplateType = 'leaderboard_position',
  headers: Record<string, string> = {},
) => call<ShareTemplate>('POST', '/api/social-share/generate', { weekendId, templateType }, headers)
const createTemplate = async (fan: Person, weekendId: number, type?: TemplateType): Promise<ShareTemplate> => {
  const { status, body } = await generate(fan, weekendId, type)
  expect(status).toBe(201)
  return body
}
const listOf = async ({ call }: Person, weekendId: number) =>
  (await call<ShareTemplate[]>('GET', `/api/social-share/${weekendId}`)).body
const fetchPublic = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers })

describe('generating a share template', () => {
  test.each([
    'race_result',
    'tip_performance',
    'leaderboard_position',
    'driver_poll',
    'group_victory',
    'season_position',
  ] as const)('rejects a %s template without figures', async (type) => {
    const { ann, weekendId } = await createScenario()
    figures = NOTHING_TO_SHARE
    expect(await generate(ann, weekendId, type)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_SHARE' } })
    expect(await listOf(ann, weekendId)).toEqual([])
  })

  test('generates a leaderboard template with text and image, listed newest first', async () => {
    const { ann, weekendId } = await createScenario()
    const position = await createTemplate(ann, weekendId)
    expect(position).toMatchObject({
      weekendId,
      templateType: 'leaderboard_position',
      content: 'I’m 12th of 1,284 at Southern Cross 500 with 118 points.',
      hashtags: ['PurpleSector', 'SouthernCross500'],
      imageUrl: expect.stringMatching(/^\/api\/social-share\/pictures\/[\w-]{24}\.png$/),
      shareUrl: expect.stringMatching(/^\/api\/social-share\/shared\/[\w-]{24}$/),
      shareCount: 0,
    })
    const tips = await createTemplate(ann, weekendId, 'tip_performance')
    expect(tips.content).toMatch(/118 points, 3 winners and 7 podium finishes picked, 72\.7% success rate/)
    expect(await listOf(ann, weekendId)).toEqual([tips, position])
  })

  test('generates the picture of the season that the weekend is a round of', async () => {
    const { ann, weekendId } = await createScenario()
    const season = {
      ...{ name: '2026 Championship', position: 3, isShared: true, totalPoints: 640, participants: 1284 },
      ...{ positionChange: -1, playedRounds: 6, rounds: 12, changedAt: '2026-11-21T05:50:00.000Z' },
    }
    figures = { ...figures, season, changedAt: '2026-11-21T05:30:00.000Z' }
    const { body: template, headers } = await generate(ann, weekendId, 'season_position')
    expect(template).toMatchObject({
      ...{ weekendId, templateType: 'season_position', hashtags: ['PurpleSector', '2026Championship'] },
      content: '2026 Championship: I’m equal 3rd of 1,284 with 640 points after 6 of 12 rounds.',
    })
    expect(headers['last-changed']).toBe(season.changedAt)
    expect((await fetchPublic(template.imageUrl)).statusCode).toBe(200)
    expect((await fetchPublic(template.shareUrl)).body).toMatch(/<h1>[^<]* in 2026 Championship<\/h1>/)
    figures = { ...figures, season: { ...season, position: null } }
    expect((await generate(ann, weekendId, 'season_position')).status).toBe(409)
  })

  test('generates a race result template with published names and the tip’s points', async () => {
    const { ann, weekendId } = await createScenario()
    const race = await product.race({ weekendId, name: 'Race 2' })
    const cars = [
      await product.car({ weekendId, driver: 'Broc Feeney' }),
      await product.car({ weekendId, driver: 'Will Brown' }),
    ]
    const [winner, second] = cars.map(({ id }) => id) as [number, number]
    await product.result({ raceId: race.id, weekendId, finished: [winner, second] })
    figures = {
      ...figures,
      latestRace: {
        ...{ raceId: race.id, name: 'Race 2', categoryId: race.categoryId, revision: 1 },
        ...{ podium: [winner, second], tippedCarId: second, points: 25 },
      },
    }
    const { content } = await createTemplate(ann, weekendId, 'race_result')
    expect(content).toMatch(/^Race 2, .*1 Broc Feeney, 2 Will Brown\. My tip, Will Brown, earned 25 points\.$/)
  })

  test('sends Last-Changed of the figures, also for the list and a repeated request', async () => {
    const { ann, weekendId } = await createScenario()
    const key = { 'idempotency-key': 'once' }
    const sendRequest = () => generate(ann, weekendId, 'leaderboard_position', key)
    const changedAt = '2026-11-21T05:30:00.000Z'
    figures = { ...figures, changedAt }
    expect((await sendRequest()).headers['last-changed']).toBe(changedAt)
    figures = { ...figures, changedAt: '2026-11-21T05:40:00.000Z' }
    expect((await sendRequest()).headers['last-changed']).toBe(changedAt)
    const list = () => ann.call('GET', `/api/social-share/${weekendId}`)
    expect((await list()).headers['last-changed']).toBe(changedAt)
    await generate(ann, weekendId, 'tip_performance')
    expect((await list()).headers['last-changed']).toBe('2026-11-21T05:40:00.000Z')
  })

  test('generates templates of the fan’s vote and of the largest group led', async () => {
    const { ann, weekendId } = await createScenario()
    await product.race({ weekendId })
    const car = await product.car({ weekendId, driver: 'Broc Feeney' })
    const vote = { weekendId, driverName: 'Broc Feeney', category: car.category }
    expect((await ann.call('POST', '/api/driver-poll', vote)).status).toBe(200)
    expect((await createTemplate(ann, weekendId, 'driver_poll')).content).toMatch(
      /Broc Feeney 100%\. My vote: Broc Feeney\.$/,
    )

    const groups = [
      await product.group(ann, { weekendId, name: 'Office Grid' }),
      await product.group(ann, { weekendId, name: 'Pit Lane Pundits' }),
    ]
    const [small, large] = groups.map(({ id }) => id) as [number, number]
    const leading = { position: 1, isShared: false, totalPoints: 118 }
    figures = {
      ...figures,
      groups: [
        { groupId: small, ...leading, memberCount: 2 },
        { groupId: large, ...leading, memberCount: 9 },
      ],
    }
    const victory = await createTemplate(ann, weekendId, 'group_victory')
    expect(victory.content).toMatch(/^I lead Pit Lane Pundits \(9 members\)/)
    await product.publishEvent(groupChanged, aGroup({ ...groups[1]!, deleted: true }))
    await expect
      .poll(() => fetchPublic(victory.imageUrl).then(({ statusCode }) => statusCode), { timeout: 30_000 })
      .toBe(404)
  })

  test('returns the same template for equal figures and for a repeated Idempotency-Key', async () => {
    const { ann, weekendId } = await createScenario()
    const key = { 'idempotency-key': 'once' }
    const first = (await generate(ann, weekendId, 'leaderboard_position', key)).body
    const duplicates = await Promise.all([
      createTemplate(ann, weekendId),
      createTemplate(ann, weekendId),
      createTemplate(ann, weekendId),
    ])
    expect(duplicates).toEqual([first, first, first])
    figures = { ...figures, standing: standing({ position: 11 }) }
    const next = await createTemplate(ann, weekendId)
    expect(next.id).not.toBe(first.id)
    figures = NOTHING_TO_SHARE
    expect(await generate(ann, weekendId, 'leaderboard_position', key)).toMatchObject({ status: 201, body: first })
    const other = await generate(ann, weekendId, 'race_result', key)
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await listOf(ann, weekendId)).toEqual([next, first])
  })

  test('keeps a limited number of templates, and deletes the oldest unshared first', async () => {
    const { ann, weekendId } = await createScenario()
    const shared = await createTemplate(ann, weekendId)
    await ann.call('POST', `/api/social-share/${shared.id}/share`)
    for (let points = 0; points < MAX_TEMPLATES; points++) {
      figures = { ...figures, standing: standing({ totalPoints: points }) }
      await createTemplate(ann, weekendId)
    }
    const retained = await listOf(ann, weekendId)
    expect([retained.length, retained.at(-1)?.id]).toEqual([MAX_TEMPLATES, shared.id])
  })

  test('returns 404 for an unknown weekend, and 503 while tipping is unavailable', async () => {
    const { ann, weekendId } = await createScenario()
    expect(await generate(ann, 987_654)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
    expect(await listOf(ann, 987_654)).toEqual([])
    product.calls.stubCall(findFanFigures, () => ({ kind: 'not-installed' }))
    expect((await generate(ann, weekendId)).status).toBe(503)
    product.calls.stubCall(findFanFigures, () => ({ kind: 'reply', reply: figures }))
  })
})

describe('sharing a template', () => {
  test('counts every share, and awards points and achievements for the first', async () => {
    const { ann, weekendId } = await createScenario()
    const { id } = await createTemplate(ann, weekendId)
    for (const shareCount of [1, 2, 3])
      expect(await ann.call('POST', `/api/social-share/${id}/share`)).toMatchObject({
        status: 200,
        body: { shareCount },
      })
    const activities = product.database('activities').where({ user_id: ann.id, weekend_id: weekendId })
    expect(await activities.orderBy('points').select('kind', 'cause', 'points')).toEqual([
      { kind: 'share', cause: `share/${id}`, points: 2 },
      { kind: 'achievement', cause: 'achievement/word-of-mouth', points: 10 },
    ])
  })

  test('returns 404 for a template of another fan', async () => {
    const { ann, weekendId } = await createScenario()
    const { id } = await createTemplate(ann, weekendId)
    const bob = await product.person()
    expect(await bob.call('POST', `/api/social-share/${id}/share`)).toMatchObject({
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    })
    expect(await listOf(bob, weekendId)).toEqual([])
    expect((await product.visitor('GET', `/api/social-share/${weekendId}`)).status).toBe(401)
  })
})

describe('the public address of a template', () => {
  test('serves the image with cache headers', async () => {
    const { ann, weekendId } = await createScenario()
    const { imageUrl } = await createTemplate(ann, weekendId)
    const reply = await fetchPublic(imageUrl)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=604800, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    // The size in the PNG header.
    expect([reply.rawPayload.readUInt32BE(16), reply.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    const again = await fetchPublic(imageUrl, { 'if-none-match': String(reply.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await product.app.inject({ method: 'HEAD', url: imageUrl })).statusCode).toBe(200)
  })

  test('serves the image with the fan’s helmet', async () => {
    const { ann, weekendId } = await createScenario()
    const fanWithAvatar = await product.person(
      {},
      { avatarConfig: { helmet: 'aero', helmetColor: 'Teal', pattern: 'flames' } },
    )
    await createTemplate(ann, weekendId)
    await createTemplate(fanWithAvatar, weekendId)
    const readTemplate = (id: string) => product.database('share_templates').where({ user_id: id }).first('figures')
    expect((await readTemplate(ann.id)).figures.avatar).toBeNull()
    expect((await readTemplate(fanWithAvatar.id)).figures.avatar).toMatchObject({
      ...{ helmet: 'aero', helmetColor: '#19b7c9', pattern: 'flames', visor: 'tinted' },
    })
  })

  test('serves a shared page without script, with tags for social networks', async () => {
    const { weekendId } = await createScenario()
    const hostileFan = await product.person({ username: null, firstName: '<script>alert(1)</script>', lastName: null })
    const { imageUrl, shareUrl, content } = await createTemplate(hostileFan, weekendId)
    const page = await fetchPublic(shareUrl)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).not.toContain('<script')
    for (const tag of [
      `<meta property="og:image" content="${PUBLIC_URL}${imageUrl}">`,
      `<meta property="og:url" content="${PUBLIC_URL}${shareUrl}">`,
      `<meta property="og:description" content="${content}">`,
      '<meta name="twitter:card" content="summary_large_image">',
      `<meta name="twitter:image" content="${PUBLIC_URL}${imageUrl}">`,
    ])
      expect(page.body).toContain(tag)
  })

  test.each(['x', 'A'.repeat(24), '../../etc/passwd', 'ö', `${'a'.repeat(400)}.png`])(
    'returns 404 for the unknown address %j',
    async (name) => {
      for (const path of ['pictures', 'shared']) {
        const reply = await fetchPublic(`/api/social-share/${path}/${encodeURIComponent(name)}`)
        expect([reply.statusCode, reply.json().code]).toEqual([404, 'NOT_FOUND'])
      }
    },
  )
})

test('exports a template, and deletes it with the account and the weekend, image included', async () => {
  const { ann, weekendId, weekend } = await createScenario()
  const bob = await product.person()
  const [own, other] = [await createTemplate(ann, weekendId), await createTemplate(bob, weekendId)]
  const exported = await product.request(exportOf('engagement'), { params: { userId: ann.id } })
  expect(exported).toMatchObject({
    kind: 'reply',
    reply: { shareTemplates: [{ content: own.content, shareCount: 0 }] },
  })
  const statusOf = async ({ imageUrl }: ShareTemplate) => (await fetchPublic(imageUrl)).statusCode
  expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200])
  await product.publishEvent(userChanged, aUser({ id: ann.id, username: null, deleted: true }))
  await expect.poll(() => statusOf(own), { timeout: 30_000 }).toBe(404)
  expect(await statusOf(other)).toBe(200)
  await product.publishEvent(weekendChanged, { ...weekend, deleted: true })
  await expect.poll(() => statusOf(other), { timeout: 30_000 }).toBe(404)
  expect((await generate(ann, weekendId)).status).toBe(404)
})
