import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { shippedSeason } from '../index.ts'
import { readSeason } from './recorded-season.ts'
import { roundEvents } from './round-events.ts'
import { readSeasonCommandLine } from './run-season.ts'

const folder = await mkdtemp(join(tmpdir(), 'season-'))
afterAll(() => rm(folder, { recursive: true }))
const text = await readFile(shippedSeason, 'utf8')
const recording = join(dirname(shippedSeason), 'huon-150.json')

const written = async (content: string): Promise<string> => {
  const path = join(folder, 'season.json')
  await writeFile(path, content)
  return path
}

describe('the shipped season', () => {
  test('has what seasons have', async () => {
    const { rounds, groups, jokersPlayed, autoTips, correction, countBest } = await readSeason(shippedSeason)
    const stays = groups.flatMap(({ members }) => members.flatMap((member) => member.stays))
    expect(rounds.map(({ recording: { weekend } }) => weekend.name)).toEqual([
      'Bruny 300',
      'Huon 150',
      'Mersey 250',
      'Derwent 500',
    ])
    expect(rounds.map(({ multiplier }) => multiplier)).toContain(2)
    expect(
      rounds.some(({ recording: { sessions } }) =>
        sessions.every(({ results }) => results.at(-1)?.status === 'cancelled'),
      ),
    ).toBe(true)
    expect(new Set(groups.map(({ missedWeekend }) => missedWeekend))).toEqual(new Set(['zero', 'lowest', 'average']))
    expect(new Set(groups.map(({ lateJoiners }) => lateJoiners))).toEqual(new Set(['none', 'missed']))
    expect(stays.some(({ leaves }) => leaves)).toBe(true)
    expect(stays.some(({ approved, joins }) => approved && approved.round > joins.round)).toBe(true)
    const switches = stays.flatMap(({ openTips }) => openTips)
    expect(new Set(switches.map(({ isUsed, after }) => `${isUsed} ${after}`)).size).toBeGreaterThan(4)
    expect(stays.some(({ openTips, tipsThereToo }) => openTips.length > 0 && tipsThereToo.length > 0)).toBe(true)
    expect(jokersPlayed.some(({ insteadOf }) => insteadOf)).toBe(true)
    expect([countBest, correction?.round]).toEqual([2, 1])
    expect(autoTips.length).toBeGreaterThan(0)
  })

  test('always plays the same, in order, with tips in groups, and none of absent fans', async () => {
    const season = await readSeason(shippedSeason)
    const events = roundEvents(season, 0, 30)
    expect(roundEvents(season, 0, 30)).toEqual(events)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((a, b) => a - b))
    const tips = events.flatMap((event) => (event.kind === 'tip' ? [event.tip] : []))
    const absent = season.fans.indexOf('Hal')
    expect(tips.filter(({ group }) => group === null).length).toBeGreaterThan(30)
    expect(tips.filter(({ group }) => group !== null).length).toBeGreaterThan(30)
    expect(tips.filter(({ fan }) => fan === absent)).toEqual([])
    expect(events.filter(({ kind }) => kind === 'lock')).toHaveLength(6)
  })
})

describe('a season that is not in order', () => {
  test.each([
    [text.replace('"countBest": 2', '"countBest": 0'), 'is no season'],
    [text.replace('"autoTips": ["Finn"', '"autoTips": ["Zoe"'), 'autoTips: Zoe is not one of fans'],
    [text.replace('"after": "supercars-qualifying"', '"after": "warm-up"'), 'has no session warm-up'],
    [text.replace('{"round": 1, "session"', '{"round": 9, "session"'), 'round 9 does not exist'],
    ['{', 'is not JSON'],
  ])('is refused with the reason (%#)', async (content, reason) => {
    const path = await written(
      content.replaceAll(/"recording": "[^"]*"/g, `"recording": "${relative(folder, recording)}"`),
    )
    await expect(readSeason(path)).rejects.toThrow(reason)
  })

  test('is refused where a file is missing', async () => {
    await expect(readSeason(join(folder, 'none.json'))).rejects.toThrow('cannot be read')
  })
})

describe('the command line of a season', () => {
  const env = { ADMIN_EMAILS: 'chief@example.test', ADMIN_PASSWORD: 'secret', DATA_DIR: '/nowhere' }

  test('plays the shipped season unless it says otherwise', async () => {
    expect(await readSeasonCommandLine(['--season', '--fans', '30', '--delete'], env)).toMatchObject({
      ...{ url: 'http://localhost:8080', fans: 30, deletes: true, waitForMs: 30_000 },
      season: { name: 'Island Cup' },
    })
    expect(await readSeasonCommandLine(['--season', '--help'], env)).toBeNull()
  })

  test('refuses options of a weekend', async () => {
    await expect(readSeasonCommandLine(['--season', '--speed', '900'], env)).rejects.toThrow(
      "Unknown option '--speed'. --season --help lists the options.",
    )
  })
})
