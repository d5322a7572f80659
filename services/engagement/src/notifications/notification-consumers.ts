import type { EventHandler } from '@purple-sector/messaging'
import { onBoardChanged, onTipsRemovedFromBoard } from './on-board-changed.ts'
import { onCarOut } from './on-car-out.ts'
import { onInvitation, onMembershipDecided, onRulesChanged } from './on-group-changed.ts'
import { onSessionMoved } from './on-session-moved.ts'
import { notifyOfRemovedTips } from './on-tips-removed.ts'

/** Consumers that compare an event with the state before it; they run before the projections. */
export const notificationConsumersBeforeProjections: EventHandler[] = [
  onCarOut,
  onSessionMoved,
  onMembershipDecided,
  onRulesChanged,
]

/** Consumers that run after the projections. */
export const notificationConsumersAfterProjections: EventHandler[] = [
  onBoardChanged,
  onTipsRemovedFromBoard,
  notifyOfRemovedTips,
  onInvitation,
]
