import { useEffect, useRef } from 'react'
import { browserState } from '../base/browser-state.ts'

/* Lets Back close an open dialog. Each open dialog has one entry in the browser's history, with the address of its
   page: its state counts the dialogs in `dialogs`, beside the router's own state. Dialogs have no routes of their own. */

type OpenDialog = { close(): void }

type Dialogs = {
  open: OpenDialog[]
  isScheduled: boolean
  /** The number of dialog entries once the history traversal in progress has ended. */
  returningTo: number | undefined
}

const dialogs = browserState((): Dialogs => ({ open: [], isScheduled: false, returningTo: undefined }))

/** The number of dialog entries on top of the page's own, the current one included. */
const entries = (): number => {
  const count: unknown = window.history.state?.dialogs
  return typeof count === 'number' ? count : 0
}

/**
 * Adds or removes entries until there is one per open dialog; dialogs that replace each other within a tick share one.
 */
const sync = (): void => {
  dialogs().isScheduled = false
  if (dialogs().returningTo !== undefined) return
  const { history } = window
  while (entries() < dialogs().open.length) history.pushState({ ...history.state, dialogs: entries() + 1 }, '')
  if (entries() === dialogs().open.length) return
  dialogs().returningTo = dialogs().open.length
  history.go(dialogs().open.length - entries())
}

const schedule = (): void => {
  if (dialogs().isScheduled) return
  dialogs().isScheduled = true
  setTimeout(sync)
}

const onPopState = (): void => {
  const entryCount = entries()
  const { returningTo } = dialogs()
  if (returningTo !== undefined) {
    // Another page was opened while the entry of a closed dialog was being removed: that page stays.
    if (entryCount > returningTo) window.history.forward()
    dialogs().returningTo = undefined
  } else for (const { close } of dialogs().open.slice(entryCount).toReversed()) close()
  // A dialog that stays open, to ask first, gets its entry again; the entry of a closed dialog is left at once.
  schedule()
}

/** Starts handling Back and Forward, and leaves the entry of a dialog that a reload has closed. Call it once. */
export const followDialogHistory = (): void => {
  window.addEventListener('popstate', onPopState)
  schedule()
}

/** Lets Back close a dialog while it is open. */
export const useBackCloses = (opened: boolean, onClose: () => void): void => {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!opened) return
    const dialog = { close: () => latest.current() }
    dialogs().open.push(dialog)
    schedule()
    return () => {
      dialogs().open.splice(dialogs().open.indexOf(dialog), 1)
      schedule()
    }
  }, [opened])
}
