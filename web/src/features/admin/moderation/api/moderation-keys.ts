/** Prefix of the keys of moderation, except the lists that Setup keeps current. */
export const moderationKey = ['moderation'] as const

/** Prefix of the keys of the newest messages, by filter. */
export const newestKey = [...moderationKey, 'newest'] as const

/** Prefix of the keys of the loaded messages in pages, by filter. */
export const messagesKey = [...moderationKey, 'messages'] as const
