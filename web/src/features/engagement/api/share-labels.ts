import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'

/** Names of the template types, in order. */
export const TEMPLATE_NAMES: Record<TemplateType, string> = {
  leaderboard_position: 'Leaderboard position',
  tip_performance: 'Tip performance',
  race_result: 'Race result',
  driver_poll: 'Driver poll',
  group_victory: 'Group victory',
  season_position: 'Season position',
}

type Shared = Pick<ShareTemplate, 'content' | 'hashtags' | 'shareUrl'>

export const tagsOf = ({ hashtags }: Pick<Shared, 'hashtags'>): string => hashtags.map((tag) => `#${tag}`).join(' ')

/** Returns the post without its link, which networks take separately. */
export const postText = (template: Pick<Shared, 'content' | 'hashtags'>): string =>
  `${template.content} ${tagsOf(template)}`.trim()

/** Returns the URL of the page that shows the image. */
export const shareLink = ({ shareUrl }: Pick<Shared, 'shareUrl'>, origin = window.location.origin): string =>
  `${origin}${shareUrl}`

/** Returns text, hashtags and link, to paste anywhere. */
export const wholePost = (template: Shared): string => `${postText(template)} ${shareLink(template)}`
