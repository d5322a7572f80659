import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'

/** In the order in which they are offered. */
export const TEMPLATE_NAMES: Record<TemplateType, string> = {
  leaderboard_position: 'Leaderboard position',
  tip_performance: 'Tip performance',
  race_result: 'Race result',
  driver_poll: 'Driver poll',
  group_victory: 'Group victory',
}

type Shared = Pick<ShareTemplate, 'content' | 'hashtags' | 'shareUrl'>

export const tagsOf = ({ hashtags }: Pick<Shared, 'hashtags'>): string => hashtags.map((tag) => `#${tag}`).join(' ')

/** The post without its link, which networks take by itself. */
export const postText = (template: Pick<Shared, 'content' | 'hashtags'>): string =>
  `${template.content} ${tagsOf(template)}`.trim()

/** The link that shows the picture. */
export const shareLink = ({ shareUrl }: Pick<Shared, 'shareUrl'>, origin = window.location.origin): string =>
  `${origin}${shareUrl}`

/** All of it, to be pasted anywhere. */
export const wholePost = (template: Shared): string => `${postText(template)} ${shareLink(template)}`
