import { createRequire } from 'node:module'

/*
 * kafkajs 2.2.4 (unmaintained), issue 1751: its request queue schedules the next look at waiting requests after every
 * response, also when none wait, and with a negative delay, which Node turns into 1 ms. An idle producer so burns about
 * 5 % of a core and Node 24 prints TimeoutNegativeWarning. Here a look is scheduled only while requests wait: `push`
 * schedules one for each that has to, so nothing is missed. Remove this when kafkajs is replaced.
 */
type RequestQueue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
}

const CHECK_AFTER_MS = 10

const { prototype }: { prototype: { scheduleCheckPendingRequests(this: RequestQueue): void } } = createRequire(
  import.meta.url,
)('kafkajs/src/network/requestQueue')

prototype.scheduleCheckPendingRequests = function () {
  if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return
  const throttledForMs = this.throttledUntil - Date.now()
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    throttledForMs > 0 ? throttledForMs : CHECK_AFTER_MS,
  )
}
