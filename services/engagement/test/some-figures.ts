import type { TemplateType } from '@purple-sector/contracts/engagement/http'
import type { FiguresOf } from '../src/sharing/figures.ts'

const common = { fan: 'kerbsider', avatar: null, weekend: 'Southern Cross 500' }
const harrowell = { plate: '7', driver: 'Jed Harrowell', team: 'Brightline Racing' }

/** Example figures of each type. */
export const someFigures: { [Type in TemplateType]: FiguresOf<Type> } = {
  race_result: {
    ...common,
    type: 'race_result',
    race: { name: 'Race 2', category: 'Repco Supercars Championship' },
    podium: [
      { ...harrowell, isTip: true },
      { plate: '05', driver: 'Elise Kinnear', team: 'Kinnear Motorsport', isTip: false },
      { plate: '888', driver: 'Marcus Dray', team: 'Dray & Sons', isTip: false },
    ],
    tip: harrowell,
    points: 50,
  },
  tip_performance: {
    ...common,
    type: 'tip_performance',
    points: 118,
    winners: 3,
    podiums: 7,
    successRate: 72.7,
    recentForm: [6, 0, 10, 3, 25],
  },
  leaderboard_position: {
    ...common,
    type: 'leaderboard_position',
    position: 12,
    isShared: false,
    participants: 1284,
    points: 118,
    change: 6,
  },
  driver_poll: {
    ...common,
    type: 'driver_poll',
    totalVotes: 1024,
    leaders: [
      { driver: 'Jed Harrowell', category: 'Repco Supercars Championship', percentage: 41.2, isVote: false },
      { driver: 'Elise Kinnear', category: 'Repco Supercars Championship', percentage: 30, isVote: true },
      { driver: 'Marcus Dray', category: 'Dunlop Super2 Series', percentage: 4.3, isVote: false },
    ],
    vote: 'Elise Kinnear',
  },
  group_victory: {
    ...common,
    type: 'group_victory',
    group: { id: 1, name: 'Pit Lane Pundits' },
    isShared: false,
    members: 9,
    points: 118,
  },
  season_position: {
    ...common,
    type: 'season_position',
    season: '2026 Championship',
    position: 12,
    isShared: false,
    participants: 1284,
    points: 1118,
    change: 6,
    playedRounds: 6,
    rounds: 12,
  },
}
