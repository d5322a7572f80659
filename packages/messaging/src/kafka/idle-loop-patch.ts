import { createRequire } from 'node:module'

/*
 * kafkajs 2.2.4 (unmaintained), issue 1751: its request queue schedules the next check of pending requests after every
 * response, even when none are pending, and with a negative delay, which Node turns into 1 ms. An idle producer thus uses
 * about 5 % of a core, and Node 24 prints TimeoutNegativeWarning. This patch schedules a check only while requests are
 * pending: `push` schedules one for each request that has to wait, so none is missed. Remove it together with kafkajs.
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
