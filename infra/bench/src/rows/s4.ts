import { startBenchPostgres } from '../database/bench-postgres.ts'
import { alternateAll, type Comparison } from '../figures/alternate.ts'
import { absolute, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { prepareScoringGame } from '../game/scoring-game.ts'
import { addSeason, type SeasonTimes, scoreInSeason } from '../game/season-game.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent, UNTIL } from './s1.ts'

/**
 * Scores the last of 14 rounds in a season whose groups are season groups, against the same weekend without a season.
 * What follows from it in the season's leaderboards begins while groups are published, so that both are measured: what is
 * left after the last group, and what it takes from S1.
 */
export const s4: Row = {
  id: 'S4',
  name: 'update a season',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const game = await prepareScoringGame(postgres, 's4', participants)
      const gameInSeason = await postgres.copy(game, 's4_season')
      logProgress('filling 13 earlier rounds')
      await addSeason(gameInSeason)
      const [fresh, freshInSeason] = [onCopies(postgres, game), onCopies(postgres, gameInSeason)]
      const played: SeasonTimes[] = []
      const times = await alternateAll(rounds, ['board', 'published', 'season'], {
        async subject() {
          const found = await freshInSeason(scoreInSeason)
          const [board, published, open, all] = Object.values(found).map(Math.round)
          logProgress(`boards ${board} ms, groups ${published} ms, open season ${open} ms, all of the season ${all} ms`)
          played.push(found)
          return { ...found, season: found.seasons - found.published }
        },
        async baseline() {
          const found = await fresh(scoreByEvent)
          logProgress(
            `without a season: boards ${Math.round(found.board)} ms, groups ${Math.round(found.published)} ms`,
          )
          return { ...found, season: found.published }
        },
      })
      const size = `${participants.toLocaleString('en')} fans, 14 weekends, ${(participants / 50).toLocaleString('en')} season groups of 20`
      const row = { row: 'S4', unit: 'ms' }
      const without = 'S1 without a season'
      const scoring = (what: string, comparison: Comparison) =>
        compared(
          { ...row, what: `score one race of a season, ${size}: ${what}`, against: without },
          atMost(1.05),
          comparison,
        )
      return [
        compared(
          {
            ...row,
            what: `${size}: the last group's board published → all season leaderboards committed`,
            against: `${without}, until the last group's board is published`,
          },
          atMost(0.5),
          times.season,
        ),
        absolute(
          { ...row, what: `${size}: the weekend's board → the open season leaderboard committed`, against: '–' },
          atMost(3_000, 'ms'),
          spreadOf(played.map(({ board, openSeason }) => openSeason - board)),
        ),
        scoring(UNTIL.board, times.board),
        scoring(UNTIL.published, times.published),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
