import type { Reaction } from '@purple-sector/messaging'
import { onBoardChanged, onTipsRemovedFromBoard } from './on-board-changed.ts'
import { onCarOut } from './on-car-out.ts'
import { onInvitation, onMemberJudged, onRulesChanged } from './on-group-concerned.ts'
import { onSessionMoved } from './on-session-moved.ts'
import { onTipsLost } from './on-tips-removed.ts'

/** What notifications have to compare with what is known, before the copies take it over. */
export const notificationNoticing: Reaction[] = [onCarOut, onSessionMoved, onMemberJudged, onRulesChanged]

/** What follows once they have. */
export const notificationFollowing: Reaction[] = [onBoardChanged, onTipsRemovedFromBoard, onTipsLost, onInvitation]
