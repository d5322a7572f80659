import type { Achievement } from '@purple-sector/contracts/engagement/http'

/** Counters of activities, over all weekends. */
export const ACTIVITY_COUNTERS = [
  'tips',
  'messages',
  'votes',
  'reactions',
  'shares',
  'groups_joined',
  'groups_founded',
  'early_tips',
  'late_tips',
  'full_grids',
  'weekends',
  'season_openers',
  'season_rounds',
] as const

/** Counters that results change. */
export const RESULT_COUNTERS = [
  'points',
  'winners',
  'places',
  'winners_in_a_row',
  'podiums',
  'wins',
  'perfect_weekends',
  'groups_led',
  'rivals',
  'season_scored_rounds',
  'season_winners',
  'season_leads',
  'season_wins',
] as const

/** All counters, each a column of `achievement_counters` (docs/rules.md, Achievements). */
export const COUNTERS = [...ACTIVITY_COUNTERS, ...RESULT_COUNTERS, 'trackside'] as const
export type Counter = (typeof COUNTERS)[number]

/** An achievement and its rule: it is reached when the counter reaches the goal. */
export type Rule = { achievement: Achievement; counter: Counter; goal: number }

/** Medal colours of the dark scheme; platinum is the text colour. */
const BADGE_COLOURS = { bronze: '#CF8A55', silver: '#C5CAD3', gold: '#E3B341', platinum: '#F4F4F7' } as const

type Difficulty = keyof typeof BADGE_COLOURS
type Row = [id: string, name: string, description: string, icon: string, points: number, counter: Counter, goal: number]

const rules = (difficulty: Difficulty, rows: Row[]): Rule[] =>
  rows.map(([id, name, description, iconType, points, counter, goal]) => ({
    achievement: {
      id,
      name,
      description,
      difficulty,
      badgeColor: BADGE_COLOURS[difficulty],
      iconType,
      points,
      rewardType: 'points',
      rewardValue: points,
    },
    counter,
    goal,
  }))

/** All achievements. Ids never change, because grants refer to them. */
export const RULES: readonly Rule[] = [
  ...rules('bronze', [
    ['first-tip', 'First Tip', 'Submit a tip in any category.', 'wheel', 10, 'tips', 1],
    ['on-the-board', 'On the Board', 'Earn points with a sector tip.', 'bars', 10, 'points', 1],
    ['full-grid', 'Full Grid', 'Tip every category of a weekend.', 'grid', 20, 'full_grids', 1],
    ['early-bird', 'Early Bird', 'Tip a day before the first deadline.', 'sunrise', 10, 'early_tips', 1],
    ['late-braker', 'Late Braker', 'Tip in the last ten minutes.', 'clock', 10, 'late_tips', 1],
    ['radio-check', 'Radio Check', 'Write your first chat message.', 'message', 10, 'messages', 1],
    ['crowd-noise', 'Crowd Noise', 'React to a result or a message.', 'applause', 10, 'reactions', 1],
    ['first-vote', 'Have Your Say', 'Vote in a driver poll.', 'vote', 10, 'votes', 1],
    ['word-of-mouth', 'Word of Mouth', 'Share how you are doing.', 'share', 10, 'shares', 1],
    ['team-player', 'Team Player', 'Join a group.', 'users', 10, 'groups_joined', 1],
    ['trackside', 'Trackside', 'Mark yourself trackside at a weekend.', 'pin', 10, 'trackside', 1],
    ['lights-out', 'Lights Out', 'Tip the first round of a season.', 'lights', 10, 'season_openers', 1],
  ]),
  ...rules('silver', [
    ['winner-picked', 'Winner Picked', 'Pick a race winner.', 'trophy', 25, 'winners', 1],
    ['podium-regular', 'Podium Regular', 'Pick ten cars that finish in the first three.', 'podium', 40, 'places', 10],
    ['team-owner', 'Team Owner', 'Start a group.', 'flag', 20, 'groups_founded', 1],
    ['pit-crew', 'Pit Crew', 'Join five groups.', 'users-five', 30, 'groups_joined', 5],
    ['clean-air', 'Clean Air', 'Lead a group when the weekend is over.', 'crown', 40, 'groups_led', 1],
    ['season-ticket', 'Season Ticket', 'Tip five weekends.', 'ticket', 40, 'weekends', 5],
    ['loud-hailer', 'Loud Hailer', 'Write fifty chat messages.', 'megaphone', 30, 'messages', 50],
    ['grandstand', 'Grandstand', 'Give fifty reactions.', 'stars', 30, 'reactions', 50],
    ['pollster', 'Pollster', 'Vote in ten driver polls.', 'poll', 30, 'votes', 10],
    ['press-office', 'Press Office', 'Share ten different templates.', 'news', 30, 'shares', 10],
    ['half-distance', 'Half Distance', 'Tip six rounds of one season.', 'hourglass', 30, 'season_rounds', 6],
    [
      'points-finisher',
      'Points Finisher',
      'Score in five rounds of one season.',
      'stairs',
      40,
      'season_scored_rounds',
      5,
    ],
  ]),
  ...rules('gold', [
    ['hat-trick', 'Hat-Trick', 'Pick three winners in a row in one weekend.', 'flame', 80, 'winners_in_a_row', 3],
    ['race-engineer', 'Race Engineer', 'Pick ten winners.', 'gauge', 80, 'winners', 10],
    ['silverware', 'Silverware', 'Finish a weekend in the top three.', 'medal', 100, 'podiums', 1],
    ['ever-present', 'Ever-Present', 'Tip ten weekends.', 'calendar', 80, 'weekends', 10],
    ['rival-hunter', 'Rival Hunter', 'Beat 25 rivals in your groups.', 'target', 90, 'rivals', 25],
    ['full-distance', 'Full Distance', 'Tip twelve rounds of one season.', 'route', 100, 'season_rounds', 12],
    ['title-contender', 'Title Contender', 'Pick ten winners in one season.', 'bolt', 100, 'season_winners', 10],
    ['championship-leader', 'Championship Leader', 'Lead a season after a round.', 'up', 100, 'season_leads', 1],
  ]),
  ...rules('platinum', [
    [
      'perfect-weekend',
      'Perfect Weekend',
      'Score in every category of a weekend with three or more.',
      'flag-check',
      200,
      'perfect_weekends',
      1,
    ],
    ['purple-sector', 'Purple Sector', 'Win a weekend.', 'sectors', 200, 'wins', 1],
    ['rival-collector', 'Rival Collector', 'Beat 100 rivals in your groups.', 'swords', 200, 'rivals', 100],
    ['king-of-the-mountain', 'King of the Mountain', 'Pick a hundred winners.', 'mountain', 300, 'winners', 100],
    ['champion', 'Champion', 'Win a season.', 'laurels', 300, 'season_wins', 1],
  ]),
]

/** The counters of one user. */
export type Counts = Record<Counter, number>

/** Returns the counter, capped at the goal. */
export const progressOf = ({ counter, goal }: Rule, counts: Counts): number => Math.min(counts[counter], goal)
