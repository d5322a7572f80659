/*
 * Loaded before a process (`--import`), it moves that process's clock by CLOCK_AHEAD_MS, so that a fault test can run a
 * service on a machine whose clock is wrong. What measures spans (`performance.now`, timers) runs on as it does there.
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
