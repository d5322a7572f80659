/** One job. `data` went through JSON: parse it. `attempt` counts from 1. */
export type Job = { id: string; data: unknown; attempt: number }

export type JobsOptions = {
  /** Maximum time that a wake may delay its caller, in ms, default 2,000. */
  wakeTimeoutMs?: number
}

export type QueueOptions = {
  /** Maximum number of attempts of a failing job, default 5. */
  attempts?: number
  /** Backoff before the second attempt in ms, doubled for each further one, default 500. */
  backoffMs?: number
}

export type WorkerOptions = {
  /** Maximum number of concurrent jobs in this process, default 1. */
  concurrency?: number
  /** A worker that does not renew its lock for this long loses its job to another, in ms, default 10,000. */
  lockDuration?: number
  /** Interval of the check for stalled jobs, in ms, default 5,000; 7,500 on Postgres. */
  stalledInterval?: number
}

export type Queue = {
  /**
   * Requests a run soon; best effort.
   * Returns within `wakeTimeoutMs` and never throws, so a caller that needs the work done sweeps its own table and
   * wakes again. Any text may be the `id`. Waiting wakes of one id are combined into one run, so they carry the same
   * data. A wake during a run of its id causes another run after it; a wake after a failed or finished run causes a new
   * one.
   */
  wake(id: string, data: unknown): Promise<void>
}

export type Worker = {
  /** Accepts no new job and waits for the running ones. */
  stop(): Promise<void>
}

/** Queues that wake workers; the services' tables record the work to do. */
export type Jobs = {
  queue(name: string, options?: QueueOptions): Queue
  /** Runs `handler` for each job; a job whose handler throws is retried with a growing backoff. */
  worker(name: string, handler: (job: Job) => Promise<void>, options?: WorkerOptions): Worker
  /** Stops every worker and queue created here. */
  close(): Promise<void>
}
