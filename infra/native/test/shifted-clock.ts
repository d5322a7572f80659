/*
 * Moves the clock of a process by CLOCK_AHEAD_MS when loaded before it (`--import`), so that a fault test can run a
 * service on a machine whose clock is wrong. Monotonic time (`performance.now`, timers) is unaffected, as on such a
 * machine.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const TrueDate = Date

const now = (): number => TrueDate.now() + aheadMs

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

export {}
