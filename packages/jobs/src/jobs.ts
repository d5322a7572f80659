/** One piece of work to do. `data` went through JSON: parse it. `attempt` counts from 1. */
export type Job = { id: string; data: unknown; attempt: number }

export type JobsOptions = {
  /** How long a wake may keep its caller waiting, in ms, default 2,000. */
  wakeTimeoutMs?: number
}

export type QueueOptions = {
  /** How often a failing job is tried before it is given up, default 5. */
  attempts?: number
  /** Pause before the second try in ms, doubled for each further one, default 500. */
  backoffMs?: number
}

export type WorkerOptions = {
  /** How many jobs at once in this process, default 1. */
  concurrency?: number
  /** A worker that has not been heard of for so long has lost its job to another, in ms, default 10,000. */
  lockDuration?: number
  /** How often lost jobs are looked for, in ms, default 5,000; 7,500 on Postgres. */
  stalledInterval?: number
}

export type Queue = {
  /**
   * Asks that a worker runs soon. Best effort: it answers within `wakeTimeoutMs` and never throws, so whoever needs
   * the work done sweeps its own table and wakes again. Any text may be the `id`. Wakes of one id that wait
   * together become one run, so they carry the same data; a wake while a run of its id is under way causes
   * another run after it, and one after a failed or finished run causes a new one.
   */
  wake(id: string, data: unknown): Promise<void>
}

export type Worker = {
  /** Takes no new job, waits for those in hand. */
  stop(): Promise<void>
}

/** Queues that wake workers; what has to be done is recorded elsewhere. */
export type Jobs = {
  queue(name: string, options?: QueueOptions): Queue
  /** Runs `handler` for each job; one that throws is tried again after a growing pause. */
  worker(name: string, handler: (job: Job) => Promise<void>, options?: WorkerOptions): Worker
  /** Stops every worker and queue made here. */
  close(): Promise<void>
}
