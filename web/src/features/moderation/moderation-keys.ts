/** All that is known of moderation begins with it. */
export const moderationKey = ['/api/admin/chat'] as const

/** The newest messages by any filter. */
export const newestKey = [...moderationKey, 'newest'] as const
