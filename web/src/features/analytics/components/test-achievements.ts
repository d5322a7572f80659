import type { Achievement, AchievementProgress } from '@purple-sector/contracts/engagement/http'

/** Returns an achievement as the API sends it: First Tip, not unlocked. */
export const achievementReply = (
  overrides: Partial<Achievement> = {},
  state: Partial<Omit<AchievementProgress, 'achievement'>> = {},
): AchievementProgress => ({
  achievement: {
    id: 'first-tip',
    name: 'First Tip',
    description: 'Submit a tip in any category.',
    difficulty: 'bronze',
    badgeColor: '#CF8A55',
    iconType: 'wheel',
    points: 10,
    rewardType: 'points',
    rewardValue: 10,
    ...overrides,
  },
  isCompleted: false,
  completedAt: state.isCompleted ? '2026-03-14T01:00:00.000Z' : null,
  progress: state.isCompleted ? 1 : 0,
  maxProgress: 1,
  ...state,
})
