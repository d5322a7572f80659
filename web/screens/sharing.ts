import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import type { Caller } from './caller.ts'

const TYPES: readonly TemplateType[] = [
  'driver_poll',
  'group_victory',
  'tip_performance',
  'leaderboard_position',
  'race_result',
  'season_position',
]

/** Generates every share that there are figures for, and shares one of them twice. */
export const shareFigures = async (me: Caller, weekendId: number): Promise<void> => {
  const made: ShareTemplate[] = []
  for (const templateType of TYPES) {
    const template = await me<ShareTemplate>('POST', '/api/social-share/generate', { weekendId, templateType }).catch(
      (error: Error) => {
        if (!error.message.includes('NOTHING_TO_SHARE')) throw error
      },
    )
    if (template) made.push(template)
  }
  const shared = made.find(({ templateType }) => templateType === 'leaderboard_position')
  for (const _ of [1, 2]) if (shared) await me('POST', `/api/social-share/${shared.id}/share`)
}
