import { describe, expect, test } from 'vitest'
import { someFigures } from '../../test/some-figures.ts'
import type { Figures } from './figures.ts'
import { postOf } from './post.ts'
import { MAX_POST, postLength } from './post-length.ts'

const { race_result, tip_performance, leaderboard_position, driver_poll, group_victory, season_position } = someFigures

describe('postOf', () => {
  test.each([
    [
      race_result,
      'Race 2, Repco Supercars Championship, Southern Cross 500: 1 Jed Harrowell, 2 Elise Kinnear, 3 Marcus Dray. My tip, Jed Harrowell, earned 50 points.',
    ],
    [
      tip_performance,
      'My tips at Southern Cross 500: 118 points, 3 winners and 7 podium finishes picked, 72.7% success rate.',
    ],
    [leaderboard_position, 'I’m 12th of 1,284 at Southern Cross 500 with 118 points.'],
    [
      driver_poll,
      'Driver poll at Southern Cross 500 after 1,024 votes: Jed Harrowell 41.2%, Elise Kinnear 30%, Marcus Dray 4.3%. My vote: Elise Kinnear.',
    ],
    [group_victory, 'I lead Pit Lane Pundits (9 members) at Southern Cross 500 with 118 points.'],
  ])('builds the text of a $type post', (figures, content) => {
    expect(postOf(figures)).toEqual({ content, hashtags: ['PurpleSector', 'SouthernCross500'] })
  })

  test('builds the text of a season_position post, with the tag of the season', () => {
    expect(postOf(season_position)).toEqual({
      content: '2026 Championship: I’m 12th of 1,284 with 1,118 points after 6 of 12 rounds.',
      hashtags: ['PurpleSector', '2026Championship'],
    })
  })

  test('builds the text for a tip without points, no tip, one point and a shared lead', () => {
    const content = (figures: Figures) => postOf(figures).content
    expect(content({ ...race_result, points: 0 })).toMatch(/My tip, Jed Harrowell, earned no points\.$/)
    expect(content({ ...race_result, tip: null, points: 0 })).toMatch(/3 Marcus Dray\.$/)
    expect(content({ ...leaderboard_position, isShared: true, points: 1 })).toMatch(/^I’m equal 12th .* 1 point\.$/)
    expect(content({ ...driver_poll, vote: null })).toMatch(/4\.3%\.$/)
    expect(content({ ...season_position, isShared: true, playedRounds: 12 })).toBe(
      '2026 Championship: I’m equal 12th of 1,284 with 1,118 points after the last round.',
    )
    expect(content({ ...group_victory, isShared: true })).toMatch(/^I share the lead of Pit Lane Pundits/)
  })
})

const names = {
  long: 'Maximilian-Alexander von Hohenzollern-Sigmaringen the Third of Bathurst and Surroundings'.repeat(2),
  arabic: 'سائق سيارة سباق سريع جدا من بلد بعيد وله اسم طويل للغاية لا ينتهي أبدا',
  emoji: '🏁'.repeat(100),
  families: '👨‍👩‍👧‍👦'.repeat(40),
}

describe('length of a post', () => {
  test.each(Object.entries(names))('fits X with a %s name', (_, name) => {
    const car = { plate: '888', driver: name, team: name, isTip: false }
    const allFigures: Figures[] = [
      { ...race_result, weekend: name, race: { name, category: name }, podium: [car, car, car], tip: car },
      { ...tip_performance, weekend: name },
      { ...leaderboard_position, weekend: name },
      {
        ...driver_poll,
        weekend: name,
        leaders: driver_poll.leaders.map((leader) => ({ ...leader, driver: name })),
        vote: name,
      },
      { ...group_victory, weekend: name, group: { id: 1, name } },
      { ...season_position, season: name },
    ]
    for (const figures of allFigures) expect(postLength(postOf(figures))).toBeLessThanOrEqual(MAX_POST)
  })

  test('postLength counts links as X does, and other scripts twice', () => {
    expect(postLength({ content: 'abc', hashtags: [] })).toBe(3 + 1 + 23)
    expect(postLength({ content: '赛车手', hashtags: ['Tag'] })).toBe(6 + 1 + 23 + 1 + 4)
  })
})

test('isolates right-to-left names', () => {
  const podium = ['سامي 9', 'Sam Petrakis'].map((driver) => ({ plate: '9', driver, team: 'T', isTip: false }))
  const { content } = postOf({ ...race_result, podium, tip: null, points: 0 })
  expect(content).toContain(': 1 \u2068سامي 9\u2069, 2 Sam Petrakis.')
})

test('names create no mention, tag, link or bidirectional override', () => {
  const hostileName = '@everyone #spam https://evil.test/a \u202Eelif.exe\u202C $TSLA\nDM me'
  const { content, hashtags } = postOf({
    ...group_victory,
    group: { id: 1, name: hostileName },
    weekend: '#1 @ Bathurst',
  })
  expect(content).not.toMatch(/[@#$\u202A-\u202E\n]|\w\.\w|:\/\//u)
  expect(hashtags).toEqual(['PurpleSector', '1Bathurst'])
})
