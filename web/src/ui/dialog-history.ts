import { useEffect, useRef } from 'react'

/* Lets Back close an open dialog. Each open dialog has one entry in the browser's history, with the address of its
   page: its state counts the dialogs in `dialogs`, beside the router's own state. Dialogs have no routes of their own. */

type OpenDialog = { close(): void }

const openDialogs: OpenDialog[] = []
let isScheduled = false
/** The number of dialog entries once the history traversal in progress has ended. */
let returningTo: number | undefined

/** The number of dialog entries on top of the page's own, the current one included. */
const entries = (): number => {
  const count: unknown = window.history.state?.dialogs
  return typeof count === 'number' ? count : 0
}

/**
 * Adds or removes entries until there is one per open dialog; dialogs that replace each other within a tick share one.
 */
const sync = (): void => {
  isScheduled = false
  if (returningTo !== undefined) return
  const { history } = window
  while (entries() < openDialogs.length) history.pushState({ ...history.state, dialogs: entries() + 1 }, '')
  if (entries() === openDialogs.length) return
  returningTo = openDialogs.length
  history.go(openDialogs.length - entries())
}

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(sync)
}

const onPopState = (): void => {
  const entryCount = entries()
  if (returningTo !== undefined) {
    // Another page was opened while the entry of a closed dialog was being removed: that page stays.
    if (entryCount > returningTo) window.history.forward()
    returningTo = undefined
  } else for (const { close } of openDialogs.slice(entryCount).toReversed()) close()
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
    openDialogs.push(dialog)
    schedule()
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      schedule()
    }
  }, [opened])
}
