import type { AppContext } from '../spoiler/app-context.ts'
import { PAGE_CLOCK } from '../spoiler/delay.ts'
import { takePrefetchedReply } from './prefetched-replies.ts'

/** The context of the page in this browser. */
export const pageContext: AppContext = { ...PAGE_CLOCK, takeReply: takePrefetchedReply }
