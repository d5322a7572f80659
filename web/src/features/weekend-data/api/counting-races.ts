import type { QueryClient } from '@tanstack/react-query'
import { browserState } from '../../../ui/browser-state.ts'

type Listener = (client: QueryClient, weekendId: number) => void

const listeners = browserState(() => new Set<Listener>())

/** Registers a listener for changes of a weekend's counting races. Keeps weekends independent of tips and points. */
export const onCountingRacesChanged = (listener: Listener): void => {
  listeners().add(listener)
}

export const notifyCountingRacesChanged: Listener = (client, weekendId) => {
  for (const listener of listeners()) listener(client, weekendId)
}
