/** All that is known of moderation begins with it; apart from what Setup's lists are kept fresh by. */
export const moderationKey = ['moderation'] as const

/** The newest messages by any filter. */
export const newestKey = [...moderationKey, 'newest'] as const

/** The messages as they were read, page by page, by any filter. */
export const messagesKey = [...moderationKey, 'messages'] as const
