import { countOfWeekend } from '../count-of-weekend.ts'

/** How many messages the chats of a weekend have. */
export const countMessages = countOfWeekend('chat')
