// Built as /sw.js (`build/own-scripts.ts`).
import type { Scope } from './scope.ts'
import { startWorker } from './start-worker.ts'

startWorker(globalThis as unknown as Scope)
